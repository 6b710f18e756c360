/** Default channels: messaging contract, "POST /default_streams". */
import { integerIn, type Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { refusedTo, refusedToThese, triedBy } from '../authentication/administrators-only.ts'
import { control, controlReply, refusesEach, refusesKinds, vary, withoutParameter } from '../controls/variations.ts'
import { idOf, NO_SUCH_ID, newlyMade } from '../fixtures.ts'
import { areAmong, areNotAmong } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

const add = (world: World): Promise<Reply> => controlReply(world, 'addDefaultChannel')

const privateOne = shared(async (world): Promise<Reply> => {
  const stream_id = await newlyMade(world, 'channel', { private: true, subscribers: [idOf(world.admin)] })
  return vary(world, 'addDefaultChannel', { stream_id })
})

/** The channel that a request named, and the current default channels. */
const afterwards = async (world: World, reply: Reply) => ({
  what: WHAT,
  items: [channelIn(reply)],
  among: (await world.provide('default-channels')).ids,
})

const WHAT = 'the default channels'
const channelIn = (reply: Reply): unknown => integerIn(sentIn(reply, 'stream_id') ?? '')

export default area('messaging.default-channels', ({ check }) => [
  check(
    'messaging.default-channels.added',
    'An administrator makes a public channel a default channel',
    async world => {
      world.claim(await add(world)).succeeds()
    },
  ),

  check(
    'messaging.default-channels.listed',
    'A channel made default is among the default channels afterwards',
    async world => {
      const reply = await control(world, 'addDefaultChannel')
      const more: Reply[] = []
      if (world.budget !== 'quick') for (const _ of [1, 2, 3, 4]) more.push(await vary(world, 'addDefaultChannel', {}))
      const { ids } = await world.provide('default-channels')
      for (const one of [reply, ...more].filter(made => outcomeOf(made) === 'success'))
        world.claim(one).keeps(areAmong, { what: WHAT, items: [channelIn(one)], among: ids })
    },
  ),

  check(
    'messaging.default-channels.stream-id-required',
    'Adding a default channel without stream_id is refused',
    withoutParameter('addDefaultChannel', 'stream_id'),
  ),

  check(
    'messaging.default-channels.stream-id-kind',
    'Adding a default channel with a stream_id that is not an integer is refused',
    async world => {
      const id = await newlyMade(world, 'channel', {})
      await refusesKinds('addDefaultChannel', 'stream_id', `${id}abc`, 'text', [id])(world)
    },
  ),

  check(
    'messaging.default-channels.unknown',
    'Making an unknown channel default is refused with BAD_REQUEST',
    refusesEach('addDefaultChannel', 'stream_id', [NO_SUCH_ID], 'BAD_REQUEST'),
  ),

  check(
    'messaging.default-channels.private',
    'Making a private channel default is refused with BAD_REQUEST',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      world
        .claim(await privateOne(world))
        .against(accepted)
        .isRefused('BAD_REQUEST')
    },
  ),

  check(
    'messaging.default-channels.private-not-listed',
    'A private channel refused as default is not among the default channels',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      const reply = await privateOne(world)
      if (outcomeOf(reply) !== 'error') return world.cannotJudge('it was not refused')
      world
        .claim(reply)
        .against(accepted)
        .keeps(areNotAmong, await afterwards(world, reply))
    },
  ),

  check(
    'messaging.default-channels.member-refused',
    'A member who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('addDefaultChannel', 'member', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),
  check(
    'messaging.default-channels.moderator-refused',
    'A moderator who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('addDefaultChannel', 'moderator', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),
  check(
    'messaging.default-channels.guest-refused',
    'A guest who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('addDefaultChannel', 'guest', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),
  check(
    'messaging.default-channels.bot-refused',
    'A bot that adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo('addDefaultChannel', 'bot', 'UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST'),
  ),

  check(
    'messaging.default-channels.member-not-listed',
    'A channel that a member was refused to make default is not among the default channels',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      const reply = await triedBy(world, 'addDefaultChannel', 'member')
      if (outcomeOf(reply) !== 'error') return world.cannotJudge('the member was not refused')
      world
        .claim(reply)
        .against(accepted)
        .keeps(areNotAmong, await afterwards(world, reply))
    },
  ),

  check(
    'messaging.default-channels.refused-not-listed',
    'A channel that a moderator, a guest or a bot was refused to make default is not among the default channels',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      const refused = await refusedToThese(world, 'addDefaultChannel', ['moderator', 'guest', 'bot'])
      if (refused.length === 0) return world.cannotJudge('nobody was refused')
      const { ids } = await world.provide('default-channels')
      for (const reply of refused)
        world
          .claim(reply)
          .against(accepted)
          .keeps(areNotAmong, { what: WHAT, items: [channelIn(reply)], among: ids })
    },
  ),
])
