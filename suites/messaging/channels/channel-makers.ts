/** Channels and folders as the checks make them and read them back. */
import { type FixtureValue, type Reply, Undecided } from '../../../harness/index.ts'
import { askUntil } from '../ask-until.ts'
import { numberAt } from '../controls/controls.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { type Changes, control, vary } from '../controls/variations.ts'
import { foundWithRetries, idOf } from '../fixtures.ts'
import { textFor } from '../names.ts'
import { sentIn } from '../sent-in.ts'
import { shared } from '../shared.ts'
import type { CHANNEL_SETTINGS } from '../user-groups/group-settings.ts'
import { membersAtHand, plainGroup, secondGroup } from '../user-groups/user-group-makers.ts'
import type { World } from '../world.ts'

/** The folder of the control request; beyond the quick budget also three folders made after it. */
const folderIds = shared(async (world): Promise<number[]> => {
  const replies = [await control(world, 'createChannelFolder')]
  const more = world.budget === 'quick' ? 0 : 3
  while (replies.length <= more) replies.push(await vary(world, 'createChannelFolder', {}))
  for (const reply of replies) world.requireAccepted(reply)
  return replies.map(idOfFolder)
})

function idOfFolder(reply: Reply): number {
  const id = numberAt(reply, 'channel_folder_id')
  if (id === null) throw new Undecided('prerequisite-failed', 'creating a folder answered no channel_folder_id')
  return id
}

/** Both forms of a group-setting value: the id of a group, and an object with users and groups. */
const bothForms = (name: (typeof CHANNEL_SETTINGS)[number]) => async (world: World) => {
  const { id } = await plainGroup(world)
  const direct_members = [idOf(world.anyOf('admin', 'owner'))]
  const several = { direct_members: await membersAtHand(world), direct_subgroups: [id, await secondGroup(world)] }
  const forms: unknown[] = [id, several]
  if (world.budget !== 'quick') forms.push({ direct_members, direct_subgroups: [id] })
  return forms.map(value => ({ [name]: value }))
}

const either = (name: string, first: boolean) => [{ [name]: first }, { [name]: !first }]

/** A private channel cannot be a default channel: the values are ordered so that a combined request never has both. */
export const channelOptions = optionalParameters(
  'createChannel',
  {
    description: async world => [
      { description: await textFor(world, 'Plans and 計画', 'max_stream_description_length') },
    ],
    announce: either('announce', true),
    invite_only: either('invite_only', true),
    is_web_public: [{ is_web_public: false }],
    is_default_stream: either('is_default_stream', false),
    history_public_to_subscribers: either('history_public_to_subscribers', false),
    topics_policy: ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'].map(topics_policy => ({
      topics_policy,
    })),
    folder_id: async world => (await folderIds(world)).map(folder_id => ({ folder_id })),
    can_add_subscribers_group: bothForms('can_add_subscribers_group'),
    can_delete_any_message_group: bothForms('can_delete_any_message_group'),
    can_delete_own_message_group: bothForms('can_delete_own_message_group'),
    can_remove_subscribers_group: bothForms('can_remove_subscribers_group'),
    can_administer_channel_group: bothForms('can_administer_channel_group'),
    can_move_messages_out_of_channel_group: bothForms('can_move_messages_out_of_channel_group'),
  },
  true,
)

/** Makes a private channel with these settings, as an owner if there is one: administrators may lack the permission. */
export async function privateChannel(world: World, settings: Changes = {}): Promise<Reply> {
  const by = await world.someone('owner')
  return vary(world, 'createChannel', { ...settings, invite_only: true }, by ? { by } : {})
}

/** The channel that an accepted request made, as a provisioner reads it back; null if there is none. */
export async function channelMadeBy(world: World, reply: Reply): Promise<FixtureValue | null> {
  world.requireAccepted(reply)
  const found = await foundWithRetries(world, () => channelNamedIn(world, reply))
  if (found === null) await newChannelReadBack(world)
  return found
}

/** Makes a channel and reads it back, which shows that the provisioner can still do so. */
async function newChannelReadBack(world: World): Promise<FixtureValue> {
  const { name } = await world.provide('channel', {})
  return world.provide('channel-named', { name: String(name) })
}

const channelReadBack = shared(newChannelReadBack)

/** The channel with the name that a request sent, whether the request was accepted or not; null if there is none. */
export async function channelNamedIn(world: World, reply: Reply): Promise<FixtureValue | null> {
  try {
    return await world.provide('channel-named', { name: sentIn(reply, 'name') ?? '' })
  } catch (error) {
    if (!(error instanceof Undecided) || error.planned) throw error
    // `unavailable` may mean that the channel or that the fixture does not exist: reading back an existing channel decides.
    await channelReadBack(world)
    return null
  }
}

/** The ids of the default channels, and the id of the channel that an accepted request made. */
export async function defaultsAndChannel(world: World, reply: Reply): Promise<{ ids: unknown; id: unknown }> {
  const channel = await channelMadeBy(world, reply)
  if (channel === null) throw new Undecided('prerequisite-failed', 'the channel is not there')
  const { id } = channel
  return { ids: await defaultChannelsWith(world, sentIn(reply, 'is_default_stream') === 'true' ? [id] : []), id }
}

/** The ids of the default channels; read again if one of these is not yet among them. */
export async function defaultChannelsWith(world: World, awaited: readonly unknown[]): Promise<readonly unknown[]> {
  const read = () => world.provide('default-channels')
  return (await askUntil(world, read, ({ ids }) => awaited.every(id => (ids as unknown[]).includes(id)))).ids
}
