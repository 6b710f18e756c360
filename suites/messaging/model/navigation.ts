/** The model of navigation views: messaging contract, "Navigation". */
import type { Ruling } from '../../../harness/index.ts'
import type { World } from '../world.ts'
import { acceptedAfterwards } from './afterwards.ts'
import { parameters } from './derive.ts'
import { type Done, everybody, firstIn, type OperationModel, times } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { names, type RequestContext, value, wrong } from './values.ts'

const fragment = (prefix: string) => (context: RequestContext) =>
  `${prefix}${context.world.name('view').replaceAll(' ', '-')}`

const BY_NAME = 'messaging.navigation.name'

export const addNavigationView: OperationModel = {
  operation: 'addNavigationView',
  needs: { actors: ['user'], allow: 'write' },
  accepted: 'messaging.navigation.added',
  decides: ['messaging.navigation.refused-fragment-free'],
  factors: level => [
    everybody,
    ...parameters('addNavigationView', level, {
      fragment: {
        values: [value('a search', fragment('narrow/search/')), value('a word', fragment(''))],
        missing: refusedPreferably('messaging.navigation.fragment-required'),
        more: [wrong('blank', '', refused('messaging.navigation.fragment-blank', 'BAD_REQUEST'))],
      },
      is_pinned: {
        by: 'messaging.navigation.pinned-values',
        missing: refusedPreferably('messaging.navigation.pinned-required'),
        kind: refused('messaging.navigation.pinned-kind'),
      },
      // The contract does not limit the name's length.
      name: {
        values: names('name', { by: BY_NAME }),
      },
    }),
    firstIn('is_pinned', 'name'),
    times(),
  ],
  review,
  rows: { quick: 0, standard: 80, thorough: 200 },
}

/** Judges that a refused view can be added afterwards. */
function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const refusals = all.filter(({ row, params }) => CAUSES.includes(row['is_pinned'] ?? '') && params['fragment'])
  const requirement = 'messaging.navigation.refused-fragment-free'
  return acceptedAfterwards(world, 'addNavigationView', requirement, refusals, ({ caller, params }, at) => ({
    by: caller,
    params: { ...params, is_pinned: at % 2 === 0 },
  }))
}

const CAUSES = ['missing', 'of another kind']
