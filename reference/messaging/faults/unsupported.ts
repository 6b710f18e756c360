/** Faults of parameters that an endpoint does not support: names in other scripts, later names, unusual values, some callers. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, refuseAlso } from '../../operations/change.ts'
import { scriptOf } from '../call.ts'
import { operations as all } from '../operations.ts'
import { formOf, unsupportedParameters, type WithUnsupported } from '../unsupported-parameters.ts'
import { altered, dashed, fault, type More, sinceOf } from './fault.ts'

type Missed = (name: string, at: number, it: WithUnsupported) => boolean

/** Does not list such names: in replies of one operation or of all. */
const unlisted = (missed: Missed, operation?: string): Change =>
  alter(unsupportedParameters, 'names', (names, it) => names.filter((name, at) => !missed(name, at, it)), {
    where: it => (operation ?? it.operation) === it.operation,
  })

/** Lists supported names too: all, or only one. */
const listedAsWell = (operation?: string, only?: string): Change =>
  alter(
    unsupportedParameters,
    'names',
    (names, { params }) => [...names, ...[...params.names()].filter(name => (only ?? name) === name)],
    { where: it => (operation ?? it.operation) === it.operation },
  )

const otherScript: Missed = name => scriptOf(name) === 'other'
const further: Missed = (_name, at) => at > 0
const late: Missed = (_name, at) => at > 1
const ofForm =
  (form: ReturnType<typeof formOf>): Missed =>
  (name, _at, { sent }) =>
    formOf(sent.get(name)) === form
const toRole =
  (role: string): Missed =>
  (_name, _at, { about }) =>
    about.role === role

/** The server does not list names that any endpoint supports. */
const ofAnotherEndpoint: Missed = name =>
  all.some(({ parameters = [] }) => parameters.some(parameter => parameter.name === name))

const partly: readonly (readonly [operation: string, id: string, describes: string, missed: Missed])[] = [
  ['createDrafts', 'other-scripts', 'names of other scripts', otherScript],
  ['getPresence', 'other-scripts', 'names of other scripts', otherScript],
  ['uploadFile', 'other-scripts', 'names of other scripts', otherScript],
  ['getProfileFields', 'elsewhere', 'names that another endpoint supports', ofAnotherEndpoint],
  ['getProfileFields', 'second', 'more than one name', further],
  ['removeApnsToken', 'second', 'more than one name', further],
  ['getLinkifiers', 'third', 'more than two names', late],
  ['setTypingStatus', 'json-values', 'names of lists and objects', ofForm('json')],
  ['addNavigationView', 'empty-values', 'names without a value', ofForm('empty')],
  ['markAllAsRead', 'long-values', 'names of long values', ofForm('long')],
  ['getLinkifiers', 'to-bots', 'anything to bots', toRole('bot')],
  ['createDrafts', 'to-guests', 'anything to guests', toRole('guest')],
  ['deleteEventQueue', 'to-moderators', 'anything to moderators', toRole('moderator')],
  ['createChannel', 'to-owners', 'anything to owners', toRole('owner')],
  ['getMessageHistory', 'to-administrators', 'anything to administrators', toRole('admin')],
]

/** For generated requests: several names, or unusual ones. */
const anywhere: readonly (readonly [id: string, describes: string, missed: Missed])[] = [
  ['second', 'The second unsupported parameter is not listed', (_name, at) => at === 1],
  ['third', 'From the third on unsupported parameters are not listed', late],
  ['other-scripts', 'Unsupported parameters with names of other scripts are not listed', otherScript],
  ['capitals', 'Unsupported parameters with capital letters are not listed', name => /[A-Z]/.test(name)],
]

const mangled = ['addNavigationView', 'checkMessagesMatchNarrow', 'removeReaction']

const operations = [
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

const supported: readonly (readonly [operation: string, name: string])[] = [
  ['createChannel', 'description'],
  ['sendInvites', 'invite_as'],
  ['createProfileField', 'hint'],
  ['createUserGroup', 'can_join_group'],
  ['removeReaction', 'reaction_type'],
  ['getMessageHistory', 'allow_empty_topic_name'],
  ['sendTestPush', 'push_account_id'],
  ['updateScheduledMessage', 'scheduled_delivery_timestamp'],
  ['setMessageEditTypingStatus', 'op'],
  ['addNavigationView', 'name'],
]

const from = (operation: string): More => ({ since: 167, ...sinceOf(operation) })

export const unsupportedFaults: readonly Fault[] = [
  altered(
    'parameters.unsupported-kind.text',
    'Unsupported parameters are listed as text',
    ['*', 'success', 'ignored_parameters_unsupported'],
    { as: 'string' },
  ),
  altered(
    'parameters.unsupported-kind.objects',
    'Unsupported parameters are listed as objects when creating drafts',
    ['createDrafts', 'success', 'ignored_parameters_unsupported/*'],
    { as: 'object' },
  ),
  fault('parameters.supported-not-listed.listed', 'Supported parameters are listed as unsupported', listedAsWell(), {
    breaches: ['parameters.supported-not-listed', 'parameters.nothing-to-list'],
  }),
  fault(
    'parameters.supported-not-listed.groups',
    'Creating a user group lists its supported parameters as unsupported',
    listedAsWell('createUserGroup'),
  ),
  fault(
    'typing.stream-id-supported.listed',
    'Setting the typing status lists what it supports as unsupported',
    listedAsWell('setTypingStatus'),
  ),
  fault(
    'user-groups.include-supported.listed',
    'Listing the user groups lists what it supports as unsupported',
    listedAsWell('getUserGroups'),
  ),
  fault(
    'user-groups.old-name.neither',
    'The old name is neither listed nor an alias',
    unlisted(name => name === 'allow_deactivated', 'getUserGroups'),
  ),
  fault(
    'parameters.nothing-to-list.invented',
    'A parameter that nobody sent is listed as unsupported',
    alter(unsupportedParameters, 'names', names => (names.length > 0 ? names : ['client_version'])),
  ),
  fault(
    'parameters.unsupported-create-drafts.first-only',
    'Of several unsupported parameters one is listed',
    unlisted(further, 'createDrafts'),
  ),
  ...operations.map(operation =>
    fault(
      `parameters.unsupported-${dashed(operation)}.unlisted`,
      `${operation} does not list unsupported parameters`,
      unlisted(() => true, operation),
    ),
  ),
  ...partly.map(([operation, id, describes, missed]) =>
    fault(
      `parameters.unsupported-${dashed(operation)}.${id}-unlisted`,
      `${operation} does not list ${describes}`,
      unlisted(missed, operation),
    ),
  ),
  ...anywhere.map(([id, describes, missed]) =>
    fault(`properties.unsupported-listed.${id}`, describes, unlisted(missed)),
  ),
  ...mangled.map(operation =>
    fault(
      `parameters.unsupported-${dashed(operation)}.mangled`,
      `${operation} lists names of other scripts with question marks`,
      alter(unsupportedParameters, 'names', names => names.map(name => name.replaceAll(/[^ -~]/g, '?')), {
        where: it => it.operation === operation,
      }),
      from(operation),
    ),
  ),
  ...supported.map(([operation, name]) =>
    fault(
      `parameters.supported-not-listed.${dashed(operation)}-${name.replaceAll('_', '-')}`,
      `${operation} lists ${name} as unsupported`,
      listedAsWell(operation, name),
      {
        ...from(operation),
        ...(name === 'allow_empty_topic_name' && { since: 334 }),
      },
    ),
  ),
  ...(['json', 'empty', 'long'] as const).map(form =>
    fault(
      `parameters.unsupported-ignored.${form}`,
      `Unsupported parameters with a value of the form ${form} are refused`,
      refuseAlso(unsupportedParameters, 'Unknown argument', {
        where: ({ unsupported, sent }) => unsupported.some(name => formOf(sent.get(name)) === form),
      }),
    ),
  ),
]
