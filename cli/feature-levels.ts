/** Both sides of each messaging feature level at which the contract changes. */
import { changeLevels } from '../generated/feature-levels.ts'

export const CHANGES: readonly number[] = changeLevels.messaging

export const LEVELS_AROUND_CHANGES: readonly number[] = [100, ...CHANGES.flatMap(level => [level - 1, level]), 500]
