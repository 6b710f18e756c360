/** Faults of the envelopes and of credentials. */
import type { Fault } from '../../behaviour.ts'
import { altered, breach } from './fault.ts'

const envelope: readonly Fault[] = [
  altered(
    'envelope.one-of-two.text',
    'Lists of linkifiers are answered as bare text',
    'envelope.one-of-two',
    ['getLinkifiers', 'success', ''],
    { set: 'fine' },
  ),
  altered(
    'envelope.one-of-two.list',
    'Created drafts are answered as a bare list',
    'envelope.one-of-two',
    ['createDrafts', 'success', ''],
    { set: [1] },
  ),
  altered(
    'envelope.one-of-two.bare-errors',
    'Refused drafts are answered as bare text',
    'envelope.one-of-two',
    ['createDrafts', 'error', ''],
    { set: 'no' },
  ),
  altered(
    'envelope.success-result.boolean',
    'Successes have result true',
    'envelope.success-result',
    ['*', 'success', 'result'],
    { set: true },
  ),
  altered(
    'envelope.success-result.not-in-groups',
    'User group lists have no result',
    'envelope.success-result',
    ['getUserGroups', 'success', 'result'],
    { drop: true },
  ),
  altered(
    'envelope.success-msg.space',
    'Created drafts have a space as msg',
    'envelope.success-msg',
    ['createDrafts', 'success', 'msg'],
    { set: ' ' },
  ),
  altered(
    'envelope.success-msg.null',
    'User group lists have a null msg',
    'envelope.success-msg',
    ['getUserGroups', 'success', 'msg'],
    { set: null },
  ),
  altered(
    'envelope.success-msg.not-in-groups',
    'Created user groups have no msg',
    'envelope.success-msg',
    ['createUserGroup', 'success', 'msg'],
    { drop: true },
  ),
  altered(
    'envelope.success-msg.fifth-call',
    'Every fifth success has a msg',
    'envelope.success-msg',
    ['*', 'success', 'msg'],
    { set: 'done' },
    { every: 5 },
  ),
  altered(
    'envelope.error-result.not-in-groups',
    'Refused user groups have no result',
    'envelope.error-result',
    ['createUserGroup', 'error', 'result'],
    { drop: true },
  ),
  altered(
    'envelope.error-msg.list',
    'Refused drafts have a list of texts as msg',
    'envelope.error-msg',
    ['createDrafts', 'error', 'msg'],
    { as: 'array' },
  ),
  altered(
    'envelope.error-msg.null',
    'Refused user groups have a null msg',
    'envelope.error-msg',
    ['createUserGroup', 'error', 'msg'],
    { set: null },
  ),
  altered(
    'envelope.error-code.number',
    'Refused drafts have a number as code',
    'envelope.error-code',
    ['createDrafts', 'error', 'code'],
    { set: 400 },
  ),
  altered(
    'envelope.error-code.null',
    'Refused user groups have a null code',
    'envelope.error-code',
    ['createUserGroup', 'error', 'code'],
    { set: null },
  ),
]

const reading = { method: ['GET'] }

const writing = { method: ['POST', 'PATCH', 'DELETE'] }

const credentials: readonly Fault[] = [
  breach(
    'credentials.basic.refused',
    'Users are refused where they list profile fields',
    'credentials.basic',
    'credentials.accepted',
    {
      facts: { role: ['owner', 'admin', 'moderator', 'member'], operation: 'getProfileFields' },
    },
  ),
  breach(
    'credentials.bot.refused',
    'Bots are refused where they list linkifiers',
    'credentials.bot',
    'credentials.accepted',
    { facts: { role: 'bot', operation: 'getLinkifiers' } },
  ),
  breach('credentials.wrong-key.served', 'Any key will do', 'credentials.wrong-key', 'credentials.right-key'),
  breach(
    'credentials.none-administering.served',
    'Nobody needs credentials to arrange the organization',
    'credentials.none-administering',
    'credentials.needed',
    {
      facts: {
        operation: ['createChannelFolder', 'addDefaultChannel', 'createProfileField', 'addPlayground', 'createChannel'],
      },
    },
  ),
  breach(
    'credentials.unknown-email.served',
    'Strangers are served',
    'credentials.unknown-email',
    'credentials.known-email',
  ),
  breach(
    'credentials.none-reading.served',
    'Nobody needs credentials to read',
    'credentials.none-reading',
    'credentials.needed',
    {
      facts: reading,
    },
  ),
  breach(
    'credentials.none-reading.linkifiers',
    'Linkifiers are listed without credentials',
    'credentials.none-reading',
    'credentials.needed',
    {
      facts: { operation: 'getLinkifiers' },
    },
  ),
  breach(
    'credentials.none-reading.presence',
    'Presence is read without credentials',
    'credentials.none-reading',
    'credentials.needed',
    {
      facts: { operation: 'getPresence' },
    },
  ),
  breach(
    'credentials.none-writing.served',
    'Nobody needs credentials to write',
    ['credentials.none-writing', 'credentials.none-administering'],
    'credentials.needed',
    { facts: writing },
  ),
  breach(
    'credentials.none-writing.drafts',
    'Drafts are created without credentials',
    'credentials.none-writing',
    'credentials.needed',
    {
      facts: { operation: 'createDrafts' },
    },
  ),
]

export const envelopeFaults: readonly Fault[] = [...envelope, ...credentials]
