/** Faults of channels. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { type Call, type Reply, scriptOf } from '../call.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { addChannel, channelSettingNames, createChannel } from '../channels.ts'
import type { Organization } from '../organization.ts'
import { takenOfWrongKind } from './careless-parameters.ts'
import { fault, isNameUnread } from './fault.ts'

/** Makes the channel that a refused request names. */
export function makeNamedChannel({ org, sent }: { org: Organization; sent: ReadonlyMap<string, string> }): void {
  const name = sent.get('name')
  if (name !== undefined) addChannel(org, { name, subscribers: [] })
}

/** Makes a channel although its creation is refused. */
export const channelMadeThoughRefused = (when: When<Call, [Reply]> = {}) =>
  alter(
    createChannel,
    'refused',
    (refusal, call) => {
      makeNamedChannel(call)
      return refusal
    },
    when,
  )

const flags = [
  ['announce', 'announce'],
  ['invite_only', 'invite-only'],
  ['is_default_stream', 'default-stream'],
  ['history_public_to_subscribers', 'history-public'],
] as const

const words = ['number', 'object'] as const

/** Faults that refuse one parameter, or one value or form of it. */
const refusedValues: readonly Fault[] = (
  [
    ['refused-other-scripts', 'name', 'name-any-script', value => scriptOf(String(value)) === 'other'],
    ['refused', 'description', 'description', () => true],
    ...flags.flatMap(([name, part]) =>
      [true, false].map(flag => [`refused-${flag}`, name, part, (value: unknown) => value === flag] as const),
    ),
    ['refused', 'is_web_public', 'web-public-false', value => value === false],
    ['refused', 'folder_id', 'folder', () => true],
    ['refused-inherit', 'topics_policy', 'topics-policy-values', value => value === 'inherit'],
    ['refused-empty-only', 'topics_policy', 'topics-policy-values', value => value === 'empty_topic_only'],
    ['refused-number', 'message_retention_days', 'retention-days', value => typeof value === 'number'],
    ['refused-word', 'message_retention_days', 'retention-realm-default', value => value === 'realm_default'],
    ['refused-word', 'message_retention_days', 'retention-unlimited', value => value === 'unlimited'],
    ...channelSettingNames.flatMap(name =>
      words.map(
        form =>
          [
            form === 'number' ? 'refused-id' : 'refused-object',
            name,
            name.replaceAll('_', '-'),
            (value: unknown) => typeof value === form,
          ] as const,
      ),
    ),
  ] satisfies (readonly [word: string, name: string, part: string, is: (value: unknown) => boolean])[]
).map(([word, name, part, is]) =>
  fault(
    `channels.${part}.${word}`,
    `createChannel refuses ${name} (${word.replace('refused-', '')})`,
    refuseAlso(createChannel, `Invalid ${name}`, { where: ({ params }) => params.has(name) && is(params.raw(name)) }),
  ),
)

const accepted: readonly Fault[] = [
  fault('channels.created.refused', 'createChannel is refused', refuseAlso(createChannel, 'Not today'), {
    breaches: ['channels.created', 'properties.accepts-channels'],
  }),
  fault(
    'channels.subscribers-unknown.accepted',
    'Unknown subscribers are accepted',
    drop(createChannel, 'subscribers-known'),
  ),
  fault(
    'channels.subscribers-unknown.alone',
    'An unknown subscriber alone is accepted',
    drop(createChannel, 'subscribers-known', { where: ({ subscribers }) => subscribers.length === 1 }),
  ),
  fault(
    'channels.subscribers-unknown.third',
    'An unknown third subscriber is accepted',
    drop(createChannel, 'subscribers-known', {
      where: ({ org, subscribers }) => subscribers.findIndex(id => !org.activeUser(id)) > 1,
    }),
  ),
  fault('channels.folder-unknown.accepted', 'An unknown folder is accepted', drop(createChannel, 'folder-known')),
  fault(
    'channels.setting-unknown.accepted',
    'An unknown group is a setting of a channel',
    drop(createChannel, 'setting-group-known'),
  ),
  fault(
    'channels.setting-unknown.inside',
    'An unknown group is inside a setting of a channel',
    drop(createChannel, 'setting-group-known', { where: ({ item }) => typeof item.value === 'object' }),
  ),
]

const lost = (id: number, { org }: Call): number => {
  org.channels.delete(id)
  return id
}

const made: readonly Fault[] = [
  fault('channels.exists.missing', 'A created channel does not exist', alter(createChannel, 'effect', lost)),
  fault(
    'channels.exists.every-third-lost',
    'A channel that announces itself is answered for and not made',
    alter(createChannel, 'effect', lost, { where: ({ params }) => params.has('announce') }),
  ),
  fault(
    'channels.exists.other-name',
    'Letters of other scripts in a name are replaced',
    alter(createChannel, 'kept', made => ({ ...made, name: made.name.replace(/[^\x20-\x7e]/g, '?') }), {
      where: ({ name = '' }) => scriptOf(name) === 'other',
    }),
  ),
  fault(
    'channels.setting-unknown-user.accepted',
    'An unknown user may stand inside a setting of a channel',
    drop(createChannel, 'setting-user-known'),
  ),
  fault(
    'channels.subscribers-subscribed.caller',
    'Only the caller is subscribed',
    alter(createChannel, 'kept', (made, { caller }) => ({ ...made, subscribers: [caller.id] })),
  ),
  fault(
    'channels.subscribers-subscribed.two-at-most',
    'A channel keeps two subscribers',
    alter(createChannel, 'kept', (made, { subscribers }) => ({ ...made, subscribers: subscribers.slice(0, 2) })),
  ),
  fault(
    'channels.refused-not-made.malformed',
    'A channel with a malformed parameter is refused and made',
    channelMadeThoughRefused({ where: isNameUnread }),
  ),
  fault(
    'channels.refused-not-made.unknown-ids',
    'A channel with an unknown id is refused and made',
    channelMadeThoughRefused({ where: call => !isNameUnread(call) }),
  ),
  fault(
    'channels.folder.not-made',
    'A folder is answered but not made',
    instead(createChannelFolder, 'store', ({ org }) => org.id('folder')),
  ),
  fault(
    'channels.folder.every-third-not-made',
    'The second of two folders of like names is answered for and not made',
    instead(createChannelFolder, 'store', ({ org }) => org.id('folder'), { nth: 2 }),
  ),
]

/** Faults that invert a flag: sent as true, sent as false, or left out. */
const turned: readonly Fault[] = (
  [
    ['invite-only-private.public', 'A private channel is public', 'invite_only', true],
    [
      'invite-only-private.every-second-public',
      'Every second private channel of like names is public',
      'invite_only',
      true,
      { every: 2 },
    ],
    ['invite-only-false.private', "The text 'false' makes a channel private", 'invite_only', false],
    ['invite-only-default.private', 'Channels are private by default', 'invite_only', undefined],
    ['default-stream-listed.missing', 'A default channel is none', 'is_default_stream', true],
    ['default-stream-false.listed', "The text 'false' makes a channel a default one", 'is_default_stream', false],
    ['default-stream-default.listed', 'Channels are default ones by default', 'is_default_stream', undefined],
  ] as const
).map(([id, describes, name, sent, when = {}]) => {
  const turn = name === 'invite_only' ? { private: sent !== true } : { isDefault: sent !== true }
  const where = ({ params }: Call): boolean => params.raw(name) === sent
  const change = alter(createChannel, 'kept', made => ({ ...made, ...turn }), { ...when, where })
  return fault(`channels.${id}`, describes, change)
})

const retention = [
  fault(
    'channels.retention-outside.taken',
    'createChannel takes anything for message_retention_days',
    takenOfWrongKind('createChannel', 'message_retention_days'),
  ),
  fault(
    'channels.retention-outside.first-digits',
    'createChannel reads the digits that message_retention_days begins with',
    takenOfWrongKind('createChannel', 'message_retention_days', undefined, raw => /^[1-9]\d*\D/.test(raw)),
  ),
]

export const channelFaults: readonly Fault[] = [...refusedValues, ...accepted, ...made, ...turned, ...retention]
