/** Default channels: messaging contract, "POST /default_streams". */
import { type Actor, area, integerIn, type Reply, type World } from '../../harness/index.ts'
import { idOf, NO_SUCH_ID, newlyMade } from './fixtures.ts'
import { areAmong, areNotAmong } from './membership.predicates.ts'
import { sentIn } from './sent-in.ts'
import { control, refusesEach, vary, withoutParameter } from './variations.ts'

const add = (world: World): Promise<Reply> =>
  world.once('control of addDefaultChannel', () => vary(world, 'addDefaultChannel', {}))

const privateOne = (world: World): Promise<Reply> =>
  world.once('default channels: a private one', async () => {
    const stream_id = await newlyMade(world, 'channel', { private: true, subscribers: [idOf(world.admin)] })
    return vary(world, 'addDefaultChannel', { stream_id })
  })

const byMember = (world: World): Promise<Reply> =>
  world.once('default channels: by a member', () => vary(world, 'addDefaultChannel', {}, { by: world.member }))

const refusedTo = (who: (world: World) => Actor) => async (world: World) => {
  const accepted = await control(world, 'addDefaultChannel')
  const reply = await vary(world, 'addDefaultChannel', {}, { by: who(world) })
  world.claim(reply).against(accepted).isRefused('UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST')
}

/** The channel that a request was about, and the default channels as they are now. */
const afterwards = async (world: World, reply: Reply) => ({
  what: 'the default channels',
  items: [integerIn(sentIn(reply, 'stream_id') ?? '')],
  among: (await world.provide('default-channels'))['ids'],
})

export default area('messaging.default-channels', ({ check }) => [
  check('added', 'An administrator makes a public channel a default channel', async world => {
    world.claim(await add(world)).succeeds()
  }),

  check('listed', 'A channel made default is among the default channels afterwards', async world => {
    const reply = await control(world, 'addDefaultChannel')
    world.claim(reply).keeps(areAmong, await afterwards(world, reply))
  }),

  check(
    'stream-id-required',
    'Adding a default channel without stream_id is refused',
    withoutParameter('addDefaultChannel', 'stream_id'),
  ),

  check('stream-id-kind', 'Adding a default channel with a stream_id that is no integer is refused', async world => {
    const list = world.budget === 'quick' ? [] : [[await newlyMade(world, 'channel', {})]]
    await refusesEach('addDefaultChannel', 'stream_id', ['text', ...list])(world)
  }),

  check(
    'unknown',
    'Making an unknown channel default is refused with BAD_REQUEST',
    refusesEach('addDefaultChannel', 'stream_id', [NO_SUCH_ID], 'BAD_REQUEST'),
  ),

  check('private', 'Making a private channel default is refused with BAD_REQUEST', async world => {
    const accepted = await control(world, 'addDefaultChannel')
    world
      .claim(await privateOne(world))
      .against(accepted)
      .isRefused('BAD_REQUEST')
  }),

  check('private-not-listed', 'A private channel refused as default is not among the default channels', async world => {
    const accepted = await control(world, 'addDefaultChannel')
    const reply = await privateOne(world)
    world
      .claim(reply)
      .against(accepted)
      .keeps(areNotAmong, await afterwards(world, reply))
  }),

  check(
    'member-refused',
    'A member who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      world
        .claim(await byMember(world))
        .against(accepted)
        .isRefused('UNAUTHORIZED_PRINCIPAL', 'BAD_REQUEST')
    },
  ),
  check(
    'moderator-refused',
    'A moderator who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo(world => world.moderator),
  ),
  check(
    'guest-refused',
    'A guest who adds a default channel is refused with UNAUTHORIZED_PRINCIPAL or BAD_REQUEST',
    refusedTo(world => world.guest),
  ),

  check(
    'member-not-listed',
    'A channel that a member was refused to make default is not among the default channels',
    async world => {
      const accepted = await control(world, 'addDefaultChannel')
      const reply = await byMember(world)
      world
        .claim(reply)
        .against(accepted)
        .keeps(areNotAmong, await afterwards(world, reply))
    },
  ),
])
