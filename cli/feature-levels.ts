/** The messaging feature levels at which the contract changes, and both sides of each. */
import messaging from '../generated/messaging-openapi.ts'
import { changeLevels } from '../generators/index.ts'

export const CHANGES: readonly number[] = changeLevels(messaging)

export const LEVELS_AROUND_CHANGES: readonly number[] = [100, ...CHANGES.flatMap(level => [level - 1, level]), 500]
