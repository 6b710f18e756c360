/** Faults of parameters that an endpoint does not support: names of other scripts, further names, odd values, some callers. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More, sinceOf } from './fault.ts'

const dashed = (operation: string) => operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

type Row = readonly [operation: string, id: string, describes: string, facts: Readonly<Record<string, unknown>>]

const unlisted: readonly Row[] = [
  ['createDrafts', 'other-scripts', 'names of other scripts', { script: 'other' }],
  ['getPresence', 'other-scripts', 'names of other scripts', { script: 'other' }],
  ['uploadFile', 'other-scripts', 'names of other scripts', { script: 'other' }],
  ['getProfileFields', 'second', 'more than one name', { first: false }],
  ['removeApnsToken', 'second', 'more than one name', { first: false }],
  ['getLinkifiers', 'third', 'more than two names', { late: true }],
  ['setTypingStatus', 'json-values', 'names of lists and objects', { form: 'json' }],
  ['addNavigationView', 'empty-values', 'names without a value', { form: 'empty' }],
  ['markAllAsRead', 'long-values', 'names of long values', { form: 'long' }],
  ['getLinkifiers', 'to-bots', 'anything to bots', { role: 'bot' }],
  ['createDrafts', 'to-guests', 'anything to guests', { role: 'guest' }],
  ['deleteEventQueue', 'to-moderators', 'anything to moderators', { role: 'moderator' }],
  ['createChannel', 'to-owners', 'anything to owners', { role: 'owner' }],
  ['getMessageHistory', 'to-administrators', 'anything to administrators', { role: 'admin' }],
]

const mangled = ['addNavigationView', 'checkMessagesMatchNarrow', 'removeReaction']

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
/** Uploads take no ordinary parameters: what is said of theirs is a should. */
const weight = (operation: string): More => (operation === 'uploadFile' ? { should: true } : {})

export const unsupportedFaults: readonly Fault[] = [
  ...unlisted.map(([operation, id, describes, facts]) =>
    breach(
      `parameters.unsupported-${dashed(operation)}.${id}-unlisted`,
      `${operation} does not list ${describes}`,
      `parameters.unsupported-${dashed(operation)}`,
      'ignored.listed',
      { ...from(operation), ...weight(operation), facts: { operation, ...facts } },
    ),
  ),
  ...mangled.map(operation =>
    breach(
      `parameters.unsupported-${dashed(operation)}.mangled`,
      `${operation} lists names of other scripts with question marks`,
      `parameters.unsupported-${dashed(operation)}`,
      'ignored.as-sent',
      { ...from(operation), facts: { operation, script: 'other' } },
    ),
  ),
  ...supported.map(([operation, name]) =>
    breach(
      `parameters.supported-not-listed.${dashed(operation)}-${name.replaceAll('_', '-')}`,
      `${operation} lists ${name} as unsupported`,
      'parameters.supported-not-listed',
      'ignored.only-unsupported',
      {
        ...from(operation),
        ...(name === 'allow_empty_topic_name' && { since: 334 }),
        facts: { operation, name },
        mayAlso: ['parameters.nothing-to-list', 'history.empty-topic-supported'],
      },
    ),
  ),
  ...['json', 'empty', 'long'].map(form =>
    breach(
      `parameters.unsupported-ignored.${form}`,
      `Unsupported parameters with a value of the form ${form} are refused`,
      'parameters.unsupported-ignored',
      'unsupported.ignored',
      { since: 167, should: true, facts: { form } },
    ),
  ),
]
