/** All faults that are generated from the specs. */
import type { Fault } from '../behaviour.ts'
import { derivedCodeFaults } from './code-faults.ts'
import { derivedFieldFaults } from './field-faults.ts'
import { derivedLevelFaults } from './level-faults.ts'
import { derivedParameterFaults } from './parameter-faults.ts'

export const derivedFaults: readonly Fault[] = [
  ...derivedFieldFaults,
  ...derivedParameterFaults,
  ...derivedCodeFaults,
  ...derivedLevelFaults,
]
