/** The weight of a generated request: no more than that of the requirement that judges its parameters. */
import { type Requirement, requirements } from '../../generated/catalogue.ts'
import type { OperationId } from '../../generated/operations.ts'

const optional: readonly Requirement[] = requirements.filter(({ level, absent }) => level === 'should' && absent)

/** `should` if the request leaves out a parameter that only a recommended requirement allows to be left out. */
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
