/** Creating channels: messaging contract, "POST /channels/create". */
import { type Reply, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import {
  type Changes,
  controlReply,
  refusedAmong,
  refusesEach,
  refusesKinds,
  refusesNoBoolean,
  refusesNoList,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { ANY_NAME, idOf, NO_SUCH_ID } from '../fixtures.ts'
import { areAmong, areNotAmong } from '../membership.predicates.ts'
import { anyNameFor } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import { membersAtHand } from '../user-groups/user-group-makers.ts'
import type { World } from '../world.ts'
import { channelMadeBy, channelNamedIn, channelOptions, defaultsAndChannel, privateChannel } from './channel-makers.ts'

const { accepts, reply: created } = channelOptions

/** The smallest request, sent once for all checks; if it is refused, the check about it reports that. */
const plain = (world: World): Promise<Reply> => controlReply(world, 'createChannel')

const inAnyScript = shared(
  async (world): Promise<Reply> =>
    vary(world, 'createChannel', { name: await anyNameFor(world, ANY_NAME, 'max_stream_name_length') }),
)

const notBoolean = (name: Parameters<typeof refusesKinds<'createChannel'>>[1]) =>
  refusesNoBoolean('createChannel', name)

/** Lists of subscribers with an unknown one: last of three, alone, first or second. */
const unknownSubscribers = async (world: World): Promise<readonly unknown[]> => {
  const id = idOf(world.admin)
  return world.tries([[...(await membersAtHand(world)), NO_SUCH_ID], [NO_SUCH_ID], [NO_SUCH_ID, id], [id, NO_SUCH_ID]])
}

/** Requests that are refused, each for a different reason. */
const refusable = async (world: World): Promise<readonly Changes[]> => {
  const unknown = await unknownSubscribers(world)
  const first = [{ subscribers: undefined }, ...unknown.map(subscribers => ({ subscribers }))]
  if (world.budget === 'quick') return first
  const flags = ['announce', 'invite_only', 'is_default_stream', 'history_public_to_subscribers']
  return [
    ...first,
    ...flags.map(name => ({ [name]: 'yes' })),
    { folder_id: NO_SUCH_ID },
    { topics_policy: 'nonsense' },
    { can_administer_channel_group: verbatim('text') },
  ]
}

const retention = shared(
  (world, message_retention_days: number | string): Promise<Reply> =>
    vary(world, 'createChannel', { message_retention_days }),
)

const acceptsRetention = (value: number | string) => async (world: World) => {
  world.claim(await retention(world, value)).succeeds()
}

export default area('messaging.channels', ({ check }) => [
  check('messaging.channels.created', 'Creating a channel with a name and subscribers is accepted', async world => {
    world.claim(await plain(world)).succeeds()
  }),

  check(
    'messaging.channels.ahead',
    'Before feature level 417 creating a channel by its own endpoint is not offered',
    async world => {
      world.claim(await vary(world, 'createChannel', {}, { observed: true })).isNotOffered()
    },
  ),

  check('messaging.channels.exists', 'A created channel exists under the name sent', async world => {
    const more = world.tries(['description', 'announce', 'topics_policy'] as const, 0)
    const replies = [await plain(world), await inAnyScript(world)]
    for (const part of more) {
      const reply = await created(world, part)
      if (outcomeOf(reply) === 'success') replies.push(reply)
    }
    for (const reply of replies) world.claim(reply).isShown('the channel', await channelMadeBy(world, reply))
  }),

  check(
    'messaging.channels.name-required',
    'Creating a channel without a name is refused',
    withoutParameter('createChannel', 'name'),
  ),

  check('messaging.channels.name-any-script', 'A channel name of letters of any script is accepted', async world => {
    world.claim(await inAnyScript(world)).succeeds()
  }),

  check('messaging.channels.description', 'Creating a channel with a description is accepted', accepts('description')),

  check(
    'messaging.channels.subscribers-required',
    'Creating a channel without subscribers is refused',
    withoutParameter('createChannel', 'subscribers'),
  ),

  check(
    'messaging.channels.subscribers-kind',
    'Subscribers that are no list of integers are refused',
    refusesNoList('createChannel', 'subscribers', world => idOf(world.admin)),
  ),

  check(
    'messaging.channels.subscribers-subscribed',
    'The users sent as subscribers are subscribed to the new channel',
    async world => {
      const items = await membersAtHand(world)
      const reply = await vary(world, 'createChannel', { subscribers: items })
      const channel = await channelMadeBy(world, reply)
      world.claim(reply).keeps(areAmong, { what: 'its subscribers', items, among: channel?.['subscribers'] ?? null })
    },
  ),

  check(
    'messaging.channels.subscribers-unknown',
    'Creating a channel with an unknown user as subscriber is refused',
    async world => {
      await refusesEach('createChannel', 'subscribers', await unknownSubscribers(world))(world)
    },
  ),

  check('messaging.channels.refused-not-made', 'A channel whose creation was refused does not exist', async world => {
    await plain(world)
    const refused = await refusedAmong(world, 'createChannel', await refusable(world))
    if (refused.length === 0) return world.cannotJudge('nothing was refused')
    for (const reply of refused) world.claim(reply).isNotShown('channel', await channelNamedIn(world, reply))
  }),

  check('messaging.channels.announce', 'Creating a channel accepts either value of announce', accepts('announce')),
  check('messaging.channels.announce-kind', 'An announce that is not a boolean is refused', notBoolean('announce')),

  check(
    'messaging.channels.invite-only',
    'Creating a channel accepts either value of invite_only',
    accepts('invite_only'),
  ),

  check('messaging.channels.invite-only-private', 'A channel created with invite_only true is private', async world => {
    const replies = [await created(world, 'invite_only')]
    if (world.budget !== 'quick') for (const _ of [1, 2, 3]) replies.push(await privateChannel(world))
    for (const reply of replies)
      world.claim(reply).isShown('the channel', await channelMadeBy(world, reply), { private: true })
  }),

  check(
    'messaging.channels.invite-only-false',
    'A channel created with invite_only false is not private',
    async world => {
      const reply = await created(world, 'invite_only', 1)
      world.claim(reply).isShown('the channel', await channelMadeBy(world, reply), { private: false })
    },
  ),

  check(
    'messaging.channels.invite-only-default',
    'A channel created without invite_only is not private',
    async world => {
      const reply = await plain(world)
      world.claim(reply).isShown('the channel', await channelMadeBy(world, reply), { private: false })
    },
  ),

  check(
    'messaging.channels.invite-only-kind',
    'An invite_only that is not a boolean is refused',
    notBoolean('invite_only'),
  ),

  check(
    'messaging.channels.web-public-false',
    'Creating a channel with is_web_public false is accepted',
    accepts('is_web_public'),
  ),
  check(
    'messaging.channels.web-public-kind',
    'An is_web_public that is not a boolean is refused',
    notBoolean('is_web_public'),
  ),

  check(
    'messaging.channels.default-stream',
    'Creating a channel accepts either value of is_default_stream',
    accepts('is_default_stream'),
  ),

  check(
    'messaging.channels.default-stream-listed',
    'A channel created with is_default_stream true is a default channel',
    async world => {
      const reply = await created(world, 'is_default_stream', 1)
      const { ids, id } = await defaultsAndChannel(world, reply)
      world.claim(reply).keeps(areAmong, { what: 'the default channels', items: [id], among: ids })
    },
  ),

  check(
    'messaging.channels.default-stream-false',
    'A channel created with is_default_stream false is not a default channel',
    async world => {
      const reply = await created(world, 'is_default_stream')
      const { ids, id } = await defaultsAndChannel(world, reply)
      world.claim(reply).keeps(areNotAmong, { what: 'the default channels', items: [id], among: ids })
    },
  ),

  check(
    'messaging.channels.default-stream-default',
    'A channel created without is_default_stream is not a default channel',
    async world => {
      const reply = await plain(world)
      const { ids, id } = await defaultsAndChannel(world, reply)
      world.claim(reply).keeps(areNotAmong, { what: 'the default channels', items: [id], among: ids })
    },
  ),

  check(
    'messaging.channels.default-stream-kind',
    'An is_default_stream that is not a boolean is refused',
    notBoolean('is_default_stream'),
  ),

  check(
    'messaging.channels.folder',
    'Creating a channel in an existing channel folder is accepted',
    accepts('folder_id'),
  ),
  check(
    'messaging.channels.folder-kind',
    'A folder_id that is not an integer is refused',
    refusesKinds('createChannel', 'folder_id', 'text', []),
  ),
  check(
    'messaging.channels.folder-unknown',
    'Creating a channel in an unknown folder is refused',
    refusesEach('createChannel', 'folder_id', [NO_SUCH_ID]),
  ),

  check(
    'messaging.channels.topics-policy-values',
    'Creating a channel accepts each of the four topics policies',
    accepts('topics_policy'),
  ),
  check(
    'messaging.channels.topics-policy-outside',
    'A topics policy outside the four is refused',
    refusesKinds('createChannel', 'topics_policy', 'Inherit', 'enable_empty_topic'),
  ),

  check(
    'messaging.channels.history-public',
    'Creating a channel accepts either value of history_public_to_subscribers',
    accepts('history_public_to_subscribers'),
  ),
  check(
    'messaging.channels.history-public-kind',
    'A history_public_to_subscribers that is not a boolean is refused',
    notBoolean('history_public_to_subscribers'),
  ),

  check(
    'messaging.channels.retention-days',
    'Creating a channel accepts a number of days as message retention',
    acceptsRetention(30),
  ),
  check(
    'messaging.channels.retention-realm-default',
    "Creating a channel accepts 'realm_default' as message retention",
    acceptsRetention('realm_default'),
  ),
  check(
    'messaging.channels.retention-unlimited',
    "Creating a channel accepts 'unlimited' as message retention",
    acceptsRetention('unlimited'),
  ),
  check(
    'messaging.channels.retention-outside',
    'A message retention that is neither a number nor one of the two words is refused',
    async world => {
      const accepted = await retention(world, 30)
      world.requireAccepted(accepted)
      // '30limited' begins like a number of days and ends like 'unlimited'.
      for (const message_retention_days of world.tries(['30limited', 'sometimes', '[]']))
        world
          .claim(await vary(world, 'createChannel', { message_retention_days }))
          .against(accepted)
          .isRefused()
    },
  ),
])
