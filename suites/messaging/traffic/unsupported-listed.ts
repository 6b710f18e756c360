/**
 * Parameters that the contract does not know are listed as unsupported. A deployment may support more than the contract, so a
 * missing name counts only if the deployment listed it for another request.
 */
import { operations } from '../../../generated/operations.ts'
import { type Predicate, type Sequence, valueAt } from '../../../harness/index.ts'
import { listsUnsupported } from '../conventions/parameters.predicates.ts'
import { listingOf } from '../conventions/unsupported-names.ts'
import { organizationOf, succeeded } from './quiet.ts'

const JUDGED = Object.values(operations)
  .filter(({ api, id }) => api === 'messaging' && id !== 'uploadFile' && id !== 'probeResumableUpload')
  .map(({ id }) => id as string)

const MOST_NAMES = 2000

export const unsupportedListed: Sequence = {
  requirements: JUDGED.map(listingOf),
  start: () => {
    const listedAt = new Map<string, Set<string>>()
    return step => {
      const { exchange, request } = step
      const operation = exchange.operation ?? ''
      if (!request?.isKnown || !JUDGED.includes(operation) || request.unknown.length === 0 || !succeeded(step))
        return []
      const said = valueAt(exchange.json, '/ignored_parameters_unsupported')
      const listed: readonly unknown[] = Array.isArray(said) ? said : []
      return request.unknown.flatMap(name => {
        const key = `${organizationOf(step)} ${name}`
        const places = listedAt.get(key) ?? new Set<string>()
        const isListed = listed.includes(name)
        if (isListed && listedAt.size < MOST_NAMES) listedAt.set(key, places.add(operation))
        const isOpen = !isListed && places.size === 0
        const weight = isListed || places.has(operation) ? {} : { weight: 'should' as const }
        const predicate = listsUnsupported as unknown as Predicate
        const concluded = { requirement: listingOf(operation), predicate, args: { name }, exchanges: [exchange] }
        return [{ ...concluded, ...weight, isOpen }]
      })
    }
  },
}
