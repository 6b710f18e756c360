/** Navigation views: messaging contract, "Navigation". */
import { type Reply, verbatim } from '../../harness/index.ts'
import { area } from './area.ts'
import { ANY_NAME } from './fixtures.ts'
import { inWords } from './in-words.ts'
import { outcomeOf } from './outcome.ts'
import { sentIn } from './sent-in.ts'
import { shared } from './shared.ts'
import { control, controlReply, refusedOf, refusesEach, vary, withoutParameter } from './variations.ts'
import type { World } from './world.ts'

/** Views that clients have of their own: a server that knows them may want a name for every other. */
const BUILT_IN = ['inbox', 'recent', 'drafts', 'narrow/is/starred']

/** The fewest parameters. Where a custom view needs a name, a built-in one that is not there yet shows it. */
const fewest = shared(async (world): Promise<Reply> => {
  let reply = await vary(world, 'addNavigationView', { is_pinned: false, name: undefined })
  for (const fragment of BUILT_IN) {
    if (outcomeOf(reply) === 'success') break
    reply = await vary(world, 'addNavigationView', { fragment, is_pinned: false, name: undefined })
  }
  return reply
})

/** The control, accepted or not; where it is its name that is refused, the same without one. */
const pinned = async (world: World): Promise<Reply> => {
  const named = await controlReply(world, 'addNavigationView')
  return outcomeOf(named) === 'success' ? named : vary(world, 'addNavigationView', { name: undefined })
}

export default area('messaging.navigation', ({ check, visit, watch }) => [
  visit('addNavigationView', { actors: ['user'], allow: 'write' }, async world => {
    await control(world, 'addNavigationView')
  }),

  check(
    'messaging.navigation.added',
    'Adding a navigation view with a fragment and is_pinned is accepted',
    async world => {
      world.claim(await fewest(world)).succeeds()
    },
  ),

  check(
    'messaging.navigation.fragment-required',
    'Adding a navigation view without a fragment is refused',
    withoutParameter('addNavigationView', 'fragment'),
  ),

  check(
    'messaging.navigation.fragment-blank',
    'A navigation view with a blank fragment is refused with BAD_REQUEST',
    refusesEach('addNavigationView', 'fragment', [''], 'BAD_REQUEST'),
  ),

  check(
    'messaging.navigation.pinned-values',
    'A navigation view may be pinned or not',
    async world => {
      world.claim(await pinned(world)).succeeds()
      world.claim(await fewest(world)).succeeds()
    },
    { plans: { 'messaging.navigation.pinned-values': 2 } },
  ),

  check(
    'messaging.navigation.pinned-required',
    'Adding a navigation view without is_pinned is refused',
    withoutParameter('addNavigationView', 'is_pinned'),
  ),

  check(
    'messaging.navigation.pinned-kind',
    'An is_pinned that is not a boolean is refused',
    refusesEach('addNavigationView', 'is_pinned', [verbatim('text')]),
  ),

  check(
    'messaging.navigation.name',
    'A custom navigation view may have a name, in letters of any script',
    async world => {
      world.claim(await vary(world, 'addNavigationView', { name: world.name(ANY_NAME) })).succeeds()
    },
  ),

  check(
    'messaging.navigation.refused-fragment-free',
    'A navigation view that was refused can be added afterwards',
    async world => {
      await control(world, 'addNavigationView')
      const [refused] = await refusedOf(world, 'addNavigationView', [{ is_pinned: undefined }])
      if (!refused) return world.cannotJudge('the view was not refused')
      const same = { fragment: sentIn(refused, 'fragment'), name: sentIn(refused, 'name') }
      world.claim(await vary(world, 'addNavigationView', same)).succeeds()
    },
  ),

  watch(
    'open-points',
    async world => {
      const tried = (changes: Readonly<Record<string, unknown>>): Promise<Reply> =>
        vary(world, 'addNavigationView', changes, { observed: true })
      const spaces = await tried({ fragment: '   ' })
      world.observe('messaging.navigation.fragment-spaces', `spaces only: ${inWords(spaces)}`, spaces)
      const named = await tried({ fragment: 'inbox' })
      world.observe('messaging.navigation.built-in-name', `a name for inbox: ${inWords(named)}`, named)
    },
    { needs: { actors: ['user'], allow: 'write' } },
  ),
])
