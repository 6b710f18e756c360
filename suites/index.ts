/** All checks, area by area. */
import type { Area } from '../harness/index.ts'

export const suites: readonly Area[] = []
