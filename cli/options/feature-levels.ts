/** The messaging feature levels at which the contract changes, and the levels on both sides of each. */
import { changeLevels } from '../../generated/feature-levels.ts'

export const CHANGES: readonly number[] = changeLevels.messaging

export const LEVELS_AROUND_CHANGES: readonly number[] = [100, ...CHANGES.flatMap(level => [level - 1, level]), 500]
