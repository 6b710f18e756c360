/** All checks, area by area. */
import { checkOrder } from '../generated/check-order.ts'
import type { Api, Area } from '../harness/index.ts'
import { messaging } from './messaging/api.ts'
import { messagingSuites } from './messaging/index.ts'
import { propertySuites } from './properties/index.ts'
import { ranked } from './ranked.ts'
import { trading } from './trading/api.ts'
import { tradingSuites } from './trading/index.ts'

export const suites: readonly Area[] = ranked([...tradingSuites, ...messagingSuites, ...propertySuites], checkOrder)
/** The APIs of the contract. */
export const apis: readonly Api[] = [trading, messaging]

export { type LevelProbe, levelProbes } from './messaging/level-probes.ts'
