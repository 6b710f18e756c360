/** Channel folders: messaging contract, "POST /channel_folders/create". */
import type { Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { refusedTo, refusedToThese } from '../authentication/administrators-only.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { control, controlReply, refusedAmong, refusesEach, vary, withoutParameter } from '../controls/variations.ts'
import { ANY_NAME } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { anyNameFor } from '../names.ts'
import { sentIn } from '../sent-in.ts'
import type { World } from '../world.ts'

const create = (world: World): Promise<Reply> => vary(world, 'createChannelFolder', {})

const { accepts, reply: created } = optionalParameters(
  'createChannelFolder',
  {
    name: async world => [{ name: await anyNameFor(world, ANY_NAME, 'max_channel_folder_name_length') }],
    description: [{ description: '' }],
  },
  true,
)

export default area('messaging.channel-folders', ({ check, visit, watch }) => [
  visit('createChannelFolder', { actors: ['admin'], allow: 'write' }, async world => {
    if (world.level >= 389) await control(world, 'createChannelFolder')
  }),

  check(
    'messaging.channel-folders.created',
    'An administrator creates a channel folder with a name and a description',
    async world => {
      world.claim(await controlReply(world, 'createChannelFolder')).succeeds()
    },
  ),

  check(
    'messaging.channel-folders.ahead',
    'Before feature level 389 creating a channel folder is not offered',
    async world => {
      world.claim(await vary(world, 'createChannelFolder', {}, { observed: true })).isNotOffered()
    },
  ),

  check(
    'messaging.channel-folders.name-required',
    'Creating a channel folder without a name is refused',
    withoutParameter('createChannelFolder', 'name'),
  ),
  check(
    'messaging.channel-folders.name-empty',
    'Creating a channel folder with an empty name is refused',
    refusesEach('createChannelFolder', 'name', ['']),
  ),
  check(
    'messaging.channel-folders.name-any-script',
    'A channel folder name of letters of any script is accepted',
    accepts('name'),
  ),

  check(
    'messaging.channel-folders.description-required',
    'Creating a channel folder without a description is refused',
    withoutParameter('createChannelFolder', 'description'),
  ),
  check(
    'messaging.channel-folders.description-empty',
    'Creating a channel folder with an empty description is accepted',
    accepts('description'),
  ),

  check(
    'messaging.channel-folders.ids-distinct',
    'Channel folders created one after the other, or at once, have different ids',
    async world => {
      const replies = [await control(world, 'createChannelFolder')]
      for (const part of ['name', 'description'] as const) replies.push(await created(world, part))
      if (world.budget !== 'quick') replies.push(...(await Promise.all([1, 2, 3].map(() => create(world)))))
      for (const reply of replies) world.requireAccepted(reply)
      world.claim(...replies).keeps(differsFromEachOther, { pointer: '/channel_folder_id' })
    },
  ),

  check(
    'messaging.channel-folders.member-refused',
    'A member who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo('createChannelFolder', 'member', 'UNAUTHORIZED_PRINCIPAL'),
  ),
  check(
    'messaging.channel-folders.moderator-refused',
    'A moderator who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo('createChannelFolder', 'moderator', 'UNAUTHORIZED_PRINCIPAL'),
  ),
  check(
    'messaging.channel-folders.guest-refused',
    'A guest who creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo('createChannelFolder', 'guest', 'UNAUTHORIZED_PRINCIPAL'),
  ),
  check(
    'messaging.channel-folders.bot-refused',
    'A bot that creates a channel folder is refused with UNAUTHORIZED_PRINCIPAL',
    refusedTo('createChannelFolder', 'bot', 'UNAUTHORIZED_PRINCIPAL'),
  ),

  check(
    'messaging.channel-folders.refused-name-free',
    'A channel folder that somebody was refused can be created by an administrator under the same name',
    async world => {
      await control(world, 'createChannelFolder')
      const refused = [...(await refusedToThese(world, 'createChannelFolder', ['member']))]
      if (world.budget !== 'quick')
        refused.push(...(await refusedAmong(world, 'createChannelFolder', [{ description: undefined }])))
      if (refused.length === 0) return world.cannotJudge('nothing was refused')
      for (const reply of refused)
        world.claim(await vary(world, 'createChannelFolder', { name: sentIn(reply, 'name') })).succeeds()
    },
  ),

  watch(
    'open-points',
    async world => {
      if (world.level < 389) return
      const blank = await vary(world, 'createChannelFolder', { name: '   ' }, { observed: true })
      world.observe('messaging.channel-folders.name-blank', `a name of three spaces: ${inWords(blank)}`, blank)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
