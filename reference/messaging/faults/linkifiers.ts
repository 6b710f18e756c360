/** Faults of linkifiers. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { getLinkifiers } from '../linkifiers.ts'
import type { Organization } from '../organization.ts'
import { altered, fault } from './fault.ts'

const reads = new WeakMap<Organization, number>()

/** Another place in the list with each read, so that two reads differ whatever comes between. */
function nextPlace(org: Organization, { length }: readonly unknown[]): number {
  const count = (reads.get(org) ?? 0) + 1
  reads.set(org, count)
  return count % Math.max(length, 1)
}

export const linkifierFaults: readonly Fault[] = [
  fault(
    'linkifiers.template-variables.unknown',
    'A template has a variable that its pattern lacks',
    'linkifiers.template-variables',
    alter(getLinkifiers, 'effect', list =>
      list.map(one => ({ ...one, url_template: `${one.url_template}/{unheard_of}` })),
    ),
    { should: true, mayAlso: 'linkifiers.existing-listed' },
  ),
  fault(
    'linkifiers.order-stable.every-other',
    'Each list starts at another place',
    'linkifiers.order-stable',
    alter(getLinkifiers, 'effect', (list, { org }) => {
      const at = nextPlace(org, list)
      return [...list.slice(at), ...list.slice(0, at)]
    }),
  ),
  fault(
    'linkifiers.order-stable.every-third-reversed',
    'In each list another linkifier stands first',
    'linkifiers.order-stable',
    alter(getLinkifiers, 'effect', (list, { org }) => {
      const at = nextPlace(org, list)
      return [...list.slice(at, at + 1), ...list.toSpliced(at, 1)]
    }),
  ),
  fault(
    'linkifiers.order-stable.third-goes-last',
    'In each list another linkifier stands last',
    'linkifiers.order-stable',
    alter(getLinkifiers, 'effect', (list, { org }) => {
      const at = nextPlace(org, list)
      return [...list.toSpliced(at, 1), ...list.slice(at, at + 1)]
    }),
  ),
  fault(
    'linkifiers.existing-listed.missing',
    'The newest linkifier is not listed',
    'linkifiers.existing-listed',
    alter(getLinkifiers, 'effect', list => list.slice(0, -1)),
    { mayAlso: 'linkifiers.*' },
  ),
  fault(
    'linkifiers.list-ids-distinct.first-twice',
    'The first linkifier is listed twice',
    'linkifiers.list-ids-distinct',
    alter(getLinkifiers, 'effect', list => [...list, ...list.slice(0, 1)]),
    { mayAlso: 'linkifiers.*' },
  ),
  altered(
    'linkifiers.url-template.last-one',
    'The last linkifier has no url_template',
    'linkifiers.url-template',
    ['getLinkifiers', 'success', 'linkifiers/#last/url_template'],
    { drop: true },
    { mayAlso: 'linkifiers.*' },
  ),
  altered(
    'linkifiers.existing-listed.no-backslashes',
    'Patterns are listed without their backslashes',
    'linkifiers.existing-listed',
    ['getLinkifiers', 'success', 'linkifiers/*/pattern'],
    { match: '\\\\', with: '' },
    { mayAlso: 'linkifiers.*' },
  ),
]
