/** The feature levels from which operations exist. */
import { type MessagingOperationId, type OperationData, operations } from '../../../generated/operations.ts'

const known: Readonly<Record<string, OperationData>> = operations

/** The level that introduced an operation; 0 if it always existed. */
export const sinceOf = (operation: string): number => known[operation]?.since ?? 0

export const existsAt = (operation: MessagingOperationId, level: number): boolean => sinceOf(operation) <= level
