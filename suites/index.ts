/** All checks, area by area. */
import type { Area } from '../harness/index.ts'
import { messagingSuites } from './messaging/index.ts'
import { propertySuites } from './properties/index.ts'
import { tradingSuites } from './trading/index.ts'

export const suites: readonly Area[] = [...tradingSuites, ...messagingSuites, ...propertySuites]
export { type LevelProbe, levelProbes } from './messaging/level-probes.ts'
