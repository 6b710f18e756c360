/** The model of navigation views: messaging contract, "Navigation". */
import { parameters } from './derive.ts'
import { anyOrder, callers, type OperationModel } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { type Asked, value, wrong } from './values.ts'

const fragment = (prefix: string) => (asked: Asked) => `${prefix}${asked.world.name('view').replaceAll(' ', '-')}`

export const addNavigationView: OperationModel = {
  operation: 'addNavigationView',
  needs: { actors: ['user'], allow: 'write' },
  accepted: 'messaging.navigation.added',
  factors: level => [
    callers('user', 'owner', 'guest', 'bot'),
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
      name: { by: 'messaging.navigation.name' },
    }),
    anyOrder,
  ],
  rows: { quick: 0, standard: 36, thorough: 200 },
}
