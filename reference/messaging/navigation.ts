/** Navigation views. */
import type { Call } from './call.ts'
import { deliver } from './deliver.ts'
import { operation } from './operation.ts'

export const addNavigationView = operation({
  id: 'addNavigationView',
  method: 'POST',
  path: '/navigation_views',
  parameters: [
    { name: 'fragment', kind: 'string', required: true },
    { name: 'is_pinned', kind: 'boolean', required: true },
    { name: 'name', kind: 'string' },
  ],
  given: ({ caller, params }: Call) => ({ key: `${caller.id} ${params.text('fragment')}` }),
  rules: {
    'fragment-not-blank': [({ params }) => params.text('fragment').trim() !== '', 'fragment cannot be blank'],
    'fragment-not-taken': [
      ({ org, key }) => !org.navigationViews.has(key),
      { msg: 'Navigation view already exists', uncoded: true },
    ],
  },
  steps: {
    shownName: ({ params }): string | null => (params.has('name') ? params.text('name') : null),
  },
  effect(it, { shownName }) {
    const { org, caller, params, key } = it
    const view = { fragment: params.text('fragment'), is_pinned: params.flag('is_pinned'), name: shownName(it) }
    org.navigationViews.set(key, view)
    org.touch()
    deliver(org, [caller.id], { type: 'navigation_view', op: 'add', navigation_view: view })
  },
})
