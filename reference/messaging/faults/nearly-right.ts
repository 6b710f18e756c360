/**
 * Faults that accept a value which is right only at its beginning, or but for letter case, or is often taken for a right one: `12x`
 * for 12, a list with a wrong end, `yes` for true.
 */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead } from '../../operations/change.ts'
import { parameters } from '../check-parameters.ts'
import { createDrafts } from '../drafts.ts'
import { parse } from '../kinds.ts'
import { isObject } from '../params.ts'
import { takenOfWrongKind } from './careless-parameters.ts'
import { dashed, fault, sinceOf } from './fault.ts'

type Row = readonly [requirement: string, operation: string, parameter: string]

const startsWithDigits = (raw: string): boolean => /^\d+[a-z]/.test(raw)

const endsWrong = (raw: string): boolean => {
  const list = parse(raw)
  return Array.isArray(list) && list.length > 2 && list.slice(0, 2).every(Number.isSafeInteger)
}

const hasIntegers = (raw: string): boolean => {
  const map = parse(raw)
  return isObject(map) && Object.values(map).some(Number.isSafeInteger)
}

const hasNull = (raw: string): boolean => {
  const list = parse(raw)
  return Array.isArray(list) && list.includes(null)
}

const integers: readonly Row[] = [
  ['typing.stream-id-kind', 'setTypingStatus', 'stream_id'],
  ['scheduled-messages.timestamp-kind', 'updateScheduledMessage', 'scheduled_delivery_timestamp'],
  ['default-channels.stream-id-kind', 'addDefaultChannel', 'stream_id'],
  ['invites.role-kind', 'sendInvites', 'invite_as'],
  ['invites.expires-kind', 'sendInvites', 'invite_expires_in_minutes'],
  ['invite-links.role-kind', 'createReusableInviteLink', 'invite_as'],
  ['invite-links.expires-kind', 'createReusableInviteLink', 'invite_expires_in_minutes'],
]

const inPaths = [
  ['getMessageHistory', 'message_id'],
  ['removeReaction', 'message_id'],
  ['updateScheduledMessage', 'scheduled_message_id'],
  ['revokeReusableInviteLink', 'invite_id'],
  ['deactivateUserGroup', 'user_group_id'],
] as const

const lists: readonly Row[] = [
  ['typing.to-kind', 'setTypingStatus', 'to'],
  ['scheduled-messages.to-kind', 'updateScheduledMessage', 'to'],
  ['channels.subscribers-kind', 'createChannel', 'subscribers'],
  ['user-groups.members-kind', 'createUserGroup', 'members'],
  ['invites.channels-kind', 'sendInvites', 'stream_ids'],
  ['invite-links.channels-kind', 'createReusableInviteLink', 'stream_ids'],
  ['narrow.msg-ids-kind', 'checkMessagesMatchNarrow', 'msg_ids'],
]

const booleans: readonly Row[] = [
  ['channels.announce-kind', 'createChannel', 'announce'],
  ['channels.invite-only-kind', 'createChannel', 'invite_only'],
  ['history.empty-topic-kind', 'getMessageHistory', 'allow_empty_topic_name'],
  ['invites.notify-kind', 'sendInvites', 'notify_referrer_on_join'],
  ['navigation.pinned-kind', 'addNavigationView', 'is_pinned'],
  ['user-groups.include-kind', 'getUserGroups', 'include_deactivated_groups'],
]

const settings: readonly Row[] = [
  ['channels.can-administer-channel-group-kind', 'createChannel', 'can_administer_channel_group'],
  ['user-groups.can-join-group-kind', 'createUserGroup', 'can_join_group'],
]

const words: readonly Row[] = [
  ['typing.op-outside', 'setTypingStatus', 'op'],
  ['typing.type-outside', 'setTypingStatus', 'type'],
  ['typing.edit-op-outside', 'setMessageEditTypingStatus', 'op'],
  ['scheduled-messages.type-outside', 'updateScheduledMessage', 'type'],
  ['channels.topics-policy-outside', 'createChannel', 'topics_policy'],
  ['reactions.type-outside', 'removeReaction', 'reaction_type'],
]

/** Without the type of a reaction: whatever it is read as, there may be no such reaction. */
const closedWords = words.filter(([, operation]) => operation !== 'removeReaction')

export const nearlyRightFaults: readonly Fault[] = [
  fault(
    'drafts.timestamp-kind.letters-after',
    'createDrafts reads a timestamp up to the first letter',
    drop(createDrafts, 'timestamp-an-integer', {
      where: ({ item: { sent } }) => startsWithDigits(String(sent['timestamp'])),
    }),
  ),
  fault(
    'drafts.to-kind.third-element',
    'createDrafts passes over what is not an integer from the third element of to on',
    drop(createDrafts, ['members-of-their-kind', 'one-channel', 'users-known', 'channel-known'], {
      where: ({ item: { sent } }) => endsWrong(JSON.stringify(sent['to'] ?? null)),
    }),
  ),
  ...integers.map(([requirement, operation, parameter]) =>
    fault(
      `${requirement}.letters-after`,
      `${operation} reads ${parameter} up to the first letter`,
      takenOfWrongKind(operation, parameter, undefined, startsWithDigits),
    ),
  ),
  ...inPaths.map(([operation, parameter]) =>
    fault(
      `parameters.${operation.startsWith('get') ? 'path-ids' : 'path-ids-writing'}.${dashed(operation)}`,
      `${operation} reads the id in its path up to the first letter`,
      takenOfWrongKind(operation, parameter, undefined, startsWithDigits),
      sinceOf(operation),
    ),
  ),
  ...lists.map(([requirement, operation, parameter]) =>
    fault(
      `${requirement}.third-element`,
      `${operation} passes over what is not an integer from the third element of ${parameter} on`,
      takenOfWrongKind(operation, parameter, undefined, endsWrong),
    ),
  ),
  ...lists.flatMap(([requirement, operation, parameter]) => [
    fault(
      `${requirement}.empty-object`,
      `${operation} takes an empty object for an empty list in ${parameter}`,
      takenOfWrongKind(operation, parameter, undefined, raw => raw === '{}'),
    ),
    fault(
      `${requirement}.object`,
      `${operation} takes the values of an object for a list in ${parameter}`,
      takenOfWrongKind(operation, parameter, undefined, hasIntegers),
    ),
    fault(
      `${requirement}.nulls`,
      `${operation} passes over each null in ${parameter}`,
      takenOfWrongKind(operation, parameter, undefined, hasNull),
    ),
  ]),
  ...booleans.map(([requirement, operation, parameter]) =>
    fault(
      `${requirement}.yes`,
      `${operation} takes 'yes' for true in ${parameter}`,
      takenOfWrongKind(operation, parameter, undefined, raw => raw === 'yes'),
    ),
  ),
  ...settings.map(([requirement, operation, parameter]) =>
    fault(
      `${requirement}.list`,
      `${operation} takes an empty list in ${parameter} for nobody`,
      takenOfWrongKind(operation, parameter, undefined, raw => raw === '[]'),
    ),
  ),
  fault(
    'drafts.type-outside.capitals',
    'createDrafts reads type without regard to letter case',
    alter(createDrafts, 'given', given => ({
      ...given,
      drafts: given.drafts.map(one => ({ ...one, type: one.type.toLowerCase() })),
    })),
  ),
  ...words.map(([requirement, operation, name]) =>
    fault(
      `${requirement}.capitals`,
      `${operation} reads ${name} without regard to letter case`,
      instead(parameters, 'read', (_it, raw) => ({ value: raw.toLowerCase() }), {
        where: it => it.operation === operation && it.parameter.name === name,
      }),
    ),
  ),
  ...closedWords.map(([requirement, operation, name]) =>
    fault(
      `${requirement}.letter-behind`,
      `${operation} looks only at how ${name} begins`,
      instead(parameters, 'read', (_it, raw) => ({ value: raw.replace(/s$/, '') }), {
        where: it => it.operation === operation && it.parameter.name === name,
      }),
    ),
  ),
  fault(
    'drafts.type-outside.null',
    'createDrafts takes a type of null for that of an unaddressed draft',
    drop(createDrafts, 'members-of-their-kind', { where: ({ item: { sent } }) => sent['type'] === null }),
  ),
]
