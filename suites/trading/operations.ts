/** The operations of the trading API. */
import { type OperationData, operations, type TradingOperationId } from '../../generated/operations.ts'

const all: readonly OperationData[] = Object.values(operations)

export const tradingOperations = Object.fromEntries(
  all.filter(({ api }) => api === 'trading').map(operation => [operation.id, operation]),
) as Readonly<Record<TradingOperationId, OperationData>>
