/** All checks, area by area. */
import { checkOrder, touched } from '../generated/check-order.ts'
import type { Api, Area, Budget, Combinations } from '../harness/index.ts'
import { messaging } from './messaging/api.ts'
import { messagingSuites } from './messaging/index.ts'
import { models } from './messaging/model/index.ts'
import { combinationsOf, requirementsOf } from './messaging/model/operation-model.ts'
import { propertySuites } from './properties/index.ts'
import { ranked } from './ranked.ts'
import { trading } from './trading/api.ts'
import { tradingSuites } from './trading/index.ts'

export const suites: readonly Area[] = ranked(
  [...tradingSuites, ...messagingSuites, ...propertySuites],
  checkOrder,
  touched,
)
/** The APIs of the contract. */
export const apis: readonly Api[] = [trading, messaging]

/** The combinations of an operation, and how many requests they may take. */
export interface Combined extends Combinations {
  readonly requirements: readonly string[]
  readonly rows: Readonly<Record<Budget, number>>
}

/** The operations whose values are combined, as of this feature level. */
export const combinationsAt = (level: number): readonly Combined[] =>
  models.map(model => ({
    ...combinationsOf(model, level),
    requirements: requirementsOf(model),
    rows: model.rows,
  }))

export { type LevelProbe, levelProbes } from './messaging/conventions/level-probes.ts'
export { resources } from './messaging/resources.ts'
