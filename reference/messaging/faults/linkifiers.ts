/** Faults of linkifiers. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { getLinkifiers } from '../linkifiers.ts'
import type { Organization } from '../organization.ts'
import { altered, fault } from './fault.ts'

const reads = new WeakMap<Organization, number>()

/** A different order for each read, so that two reads differ whatever happens between them. */
function reordered<T>(org: Organization, list: readonly T[]): T[] {
  let count = (reads.get(org) ?? 0) + 1
  reads.set(org, count)
  const rest = [...list]
  const order: T[] = []
  while (rest.length > 0) {
    const left = rest.length
    order.push(...rest.splice(count % left, 1))
    count = Math.floor(count / left)
  }
  return order
}

export const linkifierFaults: readonly Fault[] = [
  fault(
    'linkifiers.template-variables.unknown',
    'A template has a variable that its pattern lacks',
    alter(getLinkifiers, 'effect', list =>
      list.map(one => ({ ...one, url_template: `${one.url_template}/{unheard_of}` })),
    ),
  ),
  fault(
    'linkifiers.template-has-variable.fixed',
    'The newest template leads to one page',
    alter(getLinkifiers, 'effect', list =>
      list.map((one, at) => (at === list.length - 1 ? { ...one, url_template: 'https://tickets.example/all' } : one)),
    ),
  ),
  altered(
    'linkifiers.pattern-not-blank.empty',
    'The patterns are empty',
    ['getLinkifiers', 'success', 'linkifiers/#first/pattern'],
    { set: '' },
  ),
  fault(
    'linkifiers.order-stable.every-other',
    'Each list is in another order',
    alter(getLinkifiers, 'effect', (list, { org }) => reordered(org, list)),
  ),
  fault(
    'linkifiers.order-stable.by-role',
    'Administrators are shown the linkifiers in reverse order',
    alter(getLinkifiers, 'effect', list => list.toReversed(), { role: ['admin', 'owner'] }),
  ),
  fault(
    'linkifiers.order-stable.every-third-reversed',
    'In each list the linkifiers after the first are in another order',
    alter(getLinkifiers, 'effect', (list, { org }) => [...list.slice(0, 1), ...reordered(org, list.slice(1))]),
  ),
  fault(
    'linkifiers.order-stable.third-goes-last',
    'In each list the linkifiers before the last are in another order',
    alter(getLinkifiers, 'effect', (list, { org }) => [...reordered(org, list.slice(0, -1)), ...list.slice(-1)]),
  ),
  fault(
    'linkifiers.existing-listed.missing',
    'The newest linkifier is not listed',
    alter(getLinkifiers, 'effect', list => list.slice(0, -1)),
  ),
  ...(['member', 'guest', 'bot'] as const).map(role =>
    fault(
      `linkifiers.existing-listed.first-to-${role}s`,
      `The first linkifier is not listed to a ${role}`,
      alter(getLinkifiers, 'effect', list => list.slice(1), { role }),
    ),
  ),
  fault(
    'linkifiers.list-ids-distinct.first-twice',
    'The first linkifier is listed twice',
    alter(getLinkifiers, 'effect', list => [...list, ...list.slice(0, 1)]),
  ),
  altered(
    'linkifiers.url-template.last-one',
    'The last linkifier has no url_template',
    ['getLinkifiers', 'success', 'linkifiers/#last/url_template'],
    { drop: true },
  ),
  altered(
    'linkifiers.existing-listed.no-backslashes',
    'Patterns are listed without their backslashes',
    ['getLinkifiers', 'success', 'linkifiers/*/pattern'],
    { match: '\\\\', with: '' },
  ),
]
