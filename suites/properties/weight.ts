/** What a generated request weighs: no more than the requirement that rules on it. */
import { type Requirement, requirements } from '../../generated/catalogue.ts'
import type { OperationId } from '../../generated/operations.ts'

const optional: readonly Requirement[] = requirements.filter(({ level, absent }) => level === 'should' && absent)

/** A should where it leaves out what only a should lets it leave out. */
export function weightOf(
  operation: OperationId,
  params: Readonly<Record<string, unknown>>,
  level: number,
): 'must' | 'should' {
  const open = optional.some(
    ({ parameter = '', since = 0, until = Number.POSITIVE_INFINITY }) =>
      since <= level && level <= until && leavesOut(parameter, operation, params),
  )
  return open ? 'should' : 'must'
}

function leavesOut(parameter: string, operation: string, params: Readonly<Record<string, unknown>>): boolean {
  const [owner, name = ''] = parameter.split('/')
  return owner === operation && params[name] === undefined
}
