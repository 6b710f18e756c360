/** Faults of the list of unsupported parameters that show only with several of them, or with unusual names. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const rows: readonly (readonly [id: string, describes: string, facts: Readonly<Record<string, unknown>>])[] = [
  ['second', 'The second unsupported parameter is not listed', { second: true }],
  ['third', 'From the third on unsupported parameters are not listed', { late: true }],
  ['other-scripts', 'Unsupported parameters with names of other scripts are not listed', { script: 'other' }],
  ['capitals', 'Unsupported parameters with capital letters are not listed', { capital: true }],
]

export const severalUnsupportedFaults: readonly Fault[] = rows.map(([id, describes, facts]) =>
  breach(`properties.unsupported-listed.${id}`, describes, 'properties.unsupported-listed', 'ignored.listed', {
    facts,
    since: 167,
    mayAlso: ['parameters.*'],
  }),
)
