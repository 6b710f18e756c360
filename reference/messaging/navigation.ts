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

const builtIn = new Set(['inbox', 'recent', 'feed', 'drafts', 'starred', 'mentions', 'reactions'])

function addNavigationView(call: Call): Reply {
  const { org, caller, params } = call
  const fragment = params.text('fragment')
  const blank = fragment === '' || (fragment.trim() === '' && !call.uses('messaging.navigation.spaces-are-a-fragment'))
  if (blank && call.keeps('navigation.fragment-not-blank', { empty: fragment === '' })) {
    return refuse(call, 'blank', 'fragment cannot be blank')
  }
  const key = `${caller.id} ${fragment}`
  if (params.has('name') && builtIn.has(fragment) && call.uses('messaging.navigation.built-in-unnamed')) {
    return refuse(call, 'built-in', 'Built-in views have names')
  }
  if (!blank && org.navigationViews.has(key) && !call.uses('messaging.parameters.names-may-repeat'))
    return refuse(call, 'exists', 'Navigation view already exists')
  const view = { fragment, is_pinned: params.flag('is_pinned'), name: nameOf(call) }
  org.navigationViews.set(key, view)
  org.touch()
  deliver(org, [caller.id], { type: 'navigation_view', op: 'add', navigation_view: view })
  return succeed()
}

function nameOf({ params, uses }: Call): string | null {
  const name = params.text('name')
  return !params.has('name') || (name === 'null' && uses('messaging.parameters.null-text-is-null')) ? null : name
}
