/** Channel folders: messaging contract, "POST /channel_folders/create". */
import { type Actor, area, type Reply, type World } from '../../harness/index.ts'
import { ANY_NAME } from './fixtures.ts'
import { optionalParameters } from './optional-parameters.ts'
import { told } from './told.ts'
import { control, refusesEach, vary, withoutParameter } from './variations.ts'

const create = (world: World): Promise<Reply> => vary(world, 'createChannelFolder', {})

const { accepts } = optionalParameters('createChannelFolder', {
  name: async world => [{ name: world.name(ANY_NAME) }],
  description: [{ description: '' }],
})

/** The control's request from somebody who is no administrator. */
const refusedTo = (who: (world: World) => Actor) => async (world: World) => {
  const accepted = await control(world, 'createChannelFolder')
  const reply = await vary(world, 'createChannelFolder', {}, { by: who(world) })
  world.claim(reply).against(accepted).isRefused('UNAUTHORIZED_PRINCIPAL')
}

export default area('messaging.channel-folders', ({ check, visit, watch }) => [
  visit('createChannelFolder', { actors: ['admin'], allow: 'write' }, async world => {
    if (world.level >= 389) await control(world, 'createChannelFolder')
  }),

  check('created', 'An administrator creates a channel folder with a name and a description', async world => {
    world.claim(await world.once('control of createChannelFolder', () => create(world))).succeeds()
  }),

  check('ahead', 'Before feature level 389 creating a channel folder is not offered', async world => {
    world.claim(await vary(world, 'createChannelFolder', {}, { observed: true })).isNotOffered()
  }),

  check(
    'name-required',
    'Creating a channel folder without a name is refused',
    withoutParameter('createChannelFolder', 'name'),
  ),
  check(
    'name-empty',
    'Creating a channel folder with an empty name is refused',
    refusesEach('createChannelFolder', 'name', ['']),
  ),
  check('name-any-script', 'A channel folder name of letters of any script is accepted', accepts('name')),

  check(
    'description-required',
    'Creating a channel folder without a description is refused',
    withoutParameter('createChannelFolder', 'description'),
  ),
  check('description-empty', 'Creating a channel folder with an empty description is accepted', accepts('description')),

  check(
    'member-refused',
    'A member who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo(world => world.member),
  ),
  check(
    'moderator-refused',
    'A moderator who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo(world => world.moderator),
  ),
  check(
    'guest-refused',
    'A guest who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo(world => world.guest),
  ),

  watch(
    'open-points',
    async world => {
      if (world.level < 389) return
      const blank = await vary(world, 'createChannelFolder', { name: '   ' }, { observed: true })
      world.observe('messaging.channel-folders.name-blank', `a name of three spaces: ${told(blank)}`, blank)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
