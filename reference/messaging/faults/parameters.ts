/** Faults of how parameters travel, and of those an endpoint does not support. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { registration } from '../register-settings.ts'
import { altered, breach, fault } from './fault.ts'

const everything = { mayAlso: '*' }

const unsupported = [
  'setTypingStatus',
  'setMessageEditTypingStatus',
  'updateScheduledMessage',
  'createChannel',
  'createChannelFolder',
  'addDefaultChannel',
  'checkMessagesMatchNarrow',
  'getMessageHistory',
  'removeReaction',
  'markAllAsRead',
  'createDrafts',
  'sendInvites',
  'createReusableInviteLink',
  'revokeReusableInviteLink',
  'createProfileField',
  'getProfileFields',
  'addPlayground',
  'getLinkifiers',
  'getPresence',
  'createUserGroup',
  'getUserGroups',
  'deactivateUserGroup',
  'addNavigationView',
  'fetchApiKey',
  'deactivateOwnAccount',
  'removeApnsToken',
  'sendTestPush',
  'uploadFile',
  'deleteEventQueue',
] as const

const dashed = (operation: string) => operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const laterThan167: Readonly<Record<string, number>> = {
  setMessageEditTypingStatus: 361,
  createChannelFolder: 389,
  createChannel: 417,
}

const parameters: readonly Fault[] = [
  breach(
    'parameters.form-post.unread',
    'Form bodies of POST are not read',
    'parameters.form-post',
    'parameters.from-form',
    {
      facts: { method: 'POST' },
      ...everything,
    },
  ),
  breach(
    'parameters.form-patch.unread',
    'Form bodies of PATCH are not read',
    'parameters.form-patch',
    'parameters.from-form',
    {
      facts: { method: 'PATCH' },
      mayAlso: ['scheduled-messages.*', 'limits.*', 'parameters.*'],
    },
  ),
  breach(
    'parameters.form-delete.unread',
    'Form bodies of DELETE are not read',
    'parameters.form-delete',
    'parameters.from-form',
    {
      facts: { method: 'DELETE' },
      mayAlso: ['event-queues.*', 'reactions.*', 'apns.*', 'parameters.*'],
    },
  ),
  breach(
    'parameters.query-get.unread',
    'Query strings of GET are not read',
    'parameters.query-get',
    'parameters.from-query',
    {
      mayAlso: ['narrow.*', 'history.*', 'user-groups.*', 'parameters.*'],
    },
  ),
  breach(
    'parameters.json-lists.unread',
    'JSON lists are refused',
    'parameters.json-lists',
    'parameters.json-lists',
    everything,
  ),
  fault(
    'parameters.empty-topic-display-name.object',
    'The display name of the empty topic is an object',
    'parameters.empty-topic-display-name',
    alter(registration, 'settings', ({ realm_empty_topic_display_name: en, ...settings }) => ({
      ...settings,
      realm_empty_topic_display_name: { en },
    })),
    { since: 334, mayAlso: ['typing.*', 'history.*', 'scheduled-messages.*'] },
  ),
  altered(
    'parameters.unsupported-kind.text',
    'Unsupported parameters are listed as text',
    'parameters.unsupported-kind',
    ['*', 'success', 'ignored_parameters_unsupported'],
    { as: 'string' },
    { since: 167, mayAlso: ['parameters.*', 'user-groups.old-name'] },
  ),
  altered(
    'parameters.unsupported-kind.objects',
    'Unsupported parameters are listed as objects when creating drafts',
    'parameters.unsupported-kind',
    ['createDrafts', 'success', 'ignored_parameters_unsupported/*'],
    { as: 'object' },
    { since: 167, mayAlso: 'parameters.*' },
  ),
  breach(
    'parameters.supported-not-listed.listed',
    'Supported parameters are listed as unsupported',
    ['parameters.supported-not-listed', 'parameters.nothing-to-list'],
    'ignored.only-unsupported',
    { since: 167, mayAlso: ['typing.*', 'scheduled-messages.*', 'user-groups.*'] },
  ),
  breach(
    'parameters.supported-not-listed.groups',
    'Creating a user group lists its supported parameters as unsupported',
    'parameters.supported-not-listed',
    'ignored.only-unsupported',
    { since: 167, facts: { operation: 'createUserGroup' }, mayAlso: 'parameters.nothing-to-list' },
  ),
  breach(
    'typing.stream-id-supported.listed',
    'Setting the typing status lists what it supports as unsupported',
    'typing.stream-id-supported',
    'ignored.only-unsupported',
    { since: 215, facts: { operation: 'setTypingStatus' }, mayAlso: ['parameters.*', 'typing.*'] },
  ),
  breach(
    'user-groups.include-supported.listed',
    'Listing the user groups lists what it supports as unsupported',
    'user-groups.include-supported',
    'ignored.only-unsupported',
    { since: 294, facts: { operation: 'getUserGroups' }, mayAlso: ['parameters.*', 'user-groups.*'] },
  ),
  breach(
    'parameters.nothing-to-list.invented',
    'A parameter that nobody sent is listed as unsupported',
    'parameters.nothing-to-list',
    'ignored.nothing-invented',
    { since: 167, mayAlso: 'parameters.*' },
  ),
  ...unsupported.map(operation =>
    breach(
      `parameters.unsupported-${dashed(operation)}.unlisted`,
      `${operation} does not list unsupported parameters`,
      `parameters.unsupported-${dashed(operation)}`,
      'ignored.listed',
      {
        since: laterThan167[operation] ?? 167,
        facts: { operation },
        ...(operation === 'uploadFile' && { should: true as const }),
        ...(operation === 'getUserGroups' && { mayAlso: 'user-groups.old-name' }),
      },
    ),
  ),
]

export const parameterFaults: readonly Fault[] = [...parameters]
