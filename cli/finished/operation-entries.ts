/** The operations of both descriptions, in the form that the page needs. */
import { type OperationData, operations } from '../../generated/operations.ts'
import type { OperationEntry } from '../../reports/index.ts'

export function operationEntries(): OperationEntry[] {
  const known: readonly OperationData[] = Object.values(operations)
  return known.map(({ id, api, method, path, parameters }) => ({
    ...{ id, api, method, path },
    parameters: parameters.map(({ name }) => name),
  }))
}
