/** Faults of error codes, derived from the descriptions: each code of each operation replaced by another. */
import { requirements } from '../../generated/catalogue.ts'
import { type OperationData, operations } from '../../generated/operations.ts'
import type { Fault } from '../behaviour.ts'

const all: readonly OperationData[] = Object.values(operations)

export const derivedCodeFaults: readonly Fault[] = all.flatMap(({ id: operation, api, since, codes }) =>
  codes.flatMap((code): Fault[] => {
    const breaches = requirements.filter(({ code: link }) => link === `${operation}/${code}`).map(({ id }) => id)
    if (breaches.length === 0) return []
    return [
      {
        id: `${api}.codes.${operation}.${code.toLowerCase().replaceAll('_', '-')}`,
        api,
        derived: true,
        describes: `${operation} gives another code in the place of ${code}`,
        breaches,
        mutates: [{ operation, on: 'error', path: 'code', does: { set: 'UNEXPECTED' } }],
        when: { facts: { code } },
        ...(since !== undefined && { levels: { since } }),
      },
    ]
  }),
)
