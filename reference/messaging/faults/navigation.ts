/** Faults of navigation views. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { scriptOf } from '../call.ts'
import { addNavigationView } from '../navigation.ts'
import { fault } from './fault.ts'

export const navigationFaults: readonly Fault[] = [
  fault('navigation.added.refused', 'addNavigationView is refused', refuseAlso(addNavigationView, 'Not today'), {
    breaches: ['navigation.added', 'properties.accepts-navigation'],
  }),
  fault(
    'navigation.added.unnamed-pinned',
    'A view in the sidebar needs a name',
    refuseAlso(addNavigationView, 'A pinned view has a name', {
      where: ({ params }) => params.flag('is_pinned') && !params.has('name'),
    }),
  ),
  fault(
    'navigation.refused-fragment-free.taken',
    'A view without is_pinned is refused, and its fragment is taken',
    alter(addNavigationView, 'refused', (refusal, { org, caller, sent }) => {
      const fragment = sent.get('fragment') ?? ''
      org.navigationViews.set(`${caller.id} ${fragment}`, { fragment })
      return refusal
    }),
  ),
  fault(
    'navigation.fragment-blank.accepted',
    'A blank fragment is accepted',
    drop(addNavigationView, 'fragment-not-blank'),
  ),
  fault(
    'navigation.fragment-blank.empty',
    'An empty fragment is accepted',
    drop(addNavigationView, 'fragment-not-blank', { where: ({ params }) => params.text('fragment') === '' }),
  ),
  ...([true, false] as const).map(pinned =>
    fault(
      `navigation.pinned-values.refused-${pinned ? 'pinned' : 'unpinned'}`,
      `addNavigationView refuses is_pinned (${pinned ? 'pinned' : 'unpinned'})`,
      refuseAlso(addNavigationView, 'Invalid is_pinned', {
        where: ({ params }) => params.flag('is_pinned') === pinned,
      }),
    ),
  ),
  fault(
    'navigation.name.refused',
    'addNavigationView refuses name (refused)',
    refuseAlso(addNavigationView, 'Invalid name', { where: ({ params }) => params.has('name') }),
  ),
  fault(
    'navigation.name.refused-other-scripts',
    'addNavigationView refuses name (other-scripts)',
    refuseAlso(addNavigationView, 'Invalid name', { where: ({ params }) => scriptOf(params.text('name')) === 'other' }),
  ),
]
