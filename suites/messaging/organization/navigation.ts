/** Navigation views: messaging contract, "Navigation". */
import type { Reply } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import {
  callerOf,
  control,
  controlReply,
  refusedAmong,
  refusesEach,
  refusesNoBoolean,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { ANY_NAME, anotherOf } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

/** Fragments of views built into clients: a server that knows them may require a name for all others. */
const BUILT_IN = ['inbox', 'recent', 'drafts', 'narrow/is/starred']

/**
 * The request with the fewest parameters. If custom views need a name, a built-in view that does not exist yet is added; if
 * all of them may exist already, a new account tries.
 */
const fewest = shared(async (world): Promise<{ reply: Reply; by: Actor }> => {
  const bare = { is_pinned: false, name: undefined }
  const newcomer = (): Promise<Actor | null> => anotherOf(world, 'member')
  let reply = await vary(world, 'addNavigationView', bare)
  const usual = await callerOf(world, 'addNavigationView')
  let by = usual
  for (const who of [async () => usual, newcomer]) {
    const caller = outcomeOf(reply) === 'success' ? null : await who()
    for (const fragment of caller ? BUILT_IN : []) {
      if (outcomeOf(reply) === 'success') break
      by = caller as Actor
      reply = await vary(world, 'addNavigationView', { ...bare, fragment }, { by })
    }
  }
  return { reply, by }
})

const namedUnpinned = shared((world): Promise<Reply> => vary(world, 'addNavigationView', { is_pinned: false }))

const namedInAnyScript = unsupportedCarrier('addNavigationView', async (world, besides) => ({
  reply: await vary(world, 'addNavigationView', { name: world.name(ANY_NAME), ...besides }),
}))

/** Whether the refused view may exist already: a named custom view is accepted, and the refused view fails even with a name. */
async function mayExist(world: World): Promise<boolean> {
  const { reply, by } = await fewest(world)
  if (outcomeOf(await namedUnpinned(world)) !== 'success') return false
  const same = { fragment: sentIn(reply, 'fragment'), is_pinned: false }
  return outcomeOf(await vary(world, 'addNavigationView', same, { by })) === 'error'
}

/** The control, accepted or not; if its name is refused, the same without a name. */
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
      const { reply, by } = await fewest(world)
      const isAccepted = outcomeOf(reply) === 'success'
      if (isAccepted || !(await mayExist(world))) world.claim(reply).succeeds()
      else world.lacks('custom views need a name here, and each built-in one may be there already')
      // If a custom view needs no name, neither does one in the sidebar.
      if (!isAccepted || BUILT_IN.includes(String(sentIn(reply, 'fragment'))) || world.budget === 'quick') return
      world.claim(await vary(world, 'addNavigationView', { is_pinned: true, name: undefined }, { by })).succeeds()
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
      const { reply } = await fewest(world)
      world.claim(outcomeOf(reply) === 'success' ? reply : await namedUnpinned(world)).succeeds()
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
    refusesNoBoolean('addNavigationView', 'is_pinned'),
  ),

  check(
    'messaging.navigation.name',
    'A custom navigation view may have a name, in letters of any script',
    async world => {
      world.claim((await namedInAnyScript(world)).reply).succeeds()
    },
  ),

  check(
    'messaging.navigation.refused-fragment-free',
    'A navigation view that was refused can be added afterwards',
    async world => {
      await control(world, 'addNavigationView')
      const [refused] = await refusedAmong(world, 'addNavigationView', [{ is_pinned: undefined }])
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
