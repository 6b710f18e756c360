/** The model of navigation views: messaging contract, "Navigation". */
import { type Ruling, repeatsAmong } from '../../../harness/index.ts'
import { succeeds } from '../envelope.predicates.ts'
import type { World } from '../world.ts'
import { parameters } from './derive.ts'
import { type Done, everybody, firstIn, type OperationModel, times } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { type Asked, texts, value, wrong } from './values.ts'

const fragment = (prefix: string) => (asked: Asked) => `${prefix}${asked.world.name('view').replaceAll(' ', '-')}`

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
      // How long a name may be is not said.
      name: {
        values: texts('name', { most: 60, by: BY_NAME }),
      },
    }),
    firstIn('is_pinned', 'name'),
    times(),
  ],
  review,
  rows: { quick: 0, standard: 80, thorough: 200 },
}

/** What was refused can be added afterwards: some of it, so that every value is there. */
async function review(_world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const refusals = all.filter(
    ({ outcome, row, params }) => outcome === 'error' && CAUSES.includes(row['is_pinned'] ?? '') && params['fragment'],
  )
  const rulings: Ruling[] = []
  for (const { of } of repeatsAmong({ constraints: [], factors: [] }, ['time', 'again'], refusals)) {
    const reply = await of.caller.sends('addNavigationView', { ...of.params, is_pinned: rulings.length % 2 === 0 })
    rulings.push({
      requirement: 'messaging.navigation.refused-fragment-free',
      row: of.row,
      replies: [reply],
      predicate: succeeds as never,
      args: {},
    })
  }
  return rulings
}

const CAUSES = ['missing', 'of another kind']
