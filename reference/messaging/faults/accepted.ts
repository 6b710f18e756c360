/** Faults that refuse a request that must be accepted, to everybody or to one role. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More, sinceOf } from './fault.ts'

type Row = readonly [word: string, operation: string, requirement: string | readonly string[], facts?: object]

const rows: readonly Row[] = [
  ['refused', 'createProfileField', ['profile-fields.created', 'properties.accepts-profile-fields']],
]

export const acceptanceFaults: readonly Fault[] = rows.map(([word, operation, requirement, facts]) => {
  const id = `${[requirement].flat()[0]}.${word}`
  const more: More = { ...sinceOf(operation), ...(facts && { facts: { ...facts } }) }
  return breach(id, `${operation} is ${word.replaceAll('-', ' ')}`, requirement, `${operation}.accepted`, more)
})
