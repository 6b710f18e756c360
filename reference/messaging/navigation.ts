/** Navigation views. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { deliver } from './deliver.ts'
import type { Route } from './route.ts'

export const navigationRoutes: readonly Route[] = [
  {
    operation: 'addNavigationView',
    method: 'POST',
    path: '/navigation_views',
    parameters: [
      { name: 'fragment', kind: 'string', required: true },
      { name: 'is_pinned', kind: 'boolean', required: true },
      { name: 'name', kind: 'string' },
    ],
    handle: addNavigationView,
  },
]

function addNavigationView(call: Call): Reply {
  const { org, caller, params } = call
  const fragment = params.text('fragment')
  const blank = fragment.trim() === ''
  if (blank && call.keeps('navigation.fragment-not-blank', { empty: fragment === '' })) {
    return refuse(call, 'blank', 'fragment cannot be blank')
  }
  const key = `${caller.id} ${fragment}`
  if (!blank && org.navigationViews.has(key)) return refuse(call, 'exists', 'Navigation view already exists')
  const view = { fragment, is_pinned: params.flag('is_pinned'), name: params.has('name') ? params.text('name') : null }
  org.navigationViews.set(key, view)
  org.touch()
  deliver(org, [caller.id], { type: 'navigation_view', op: 'add', navigation_view: view })
  return succeed()
}
