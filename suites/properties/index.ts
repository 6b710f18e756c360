/** Suites that judge generated requests, and generated sequences of them. */
import type { Area } from '../../harness/index.ts'
import accepted from './accepted.ts'
import aftermath from './aftermath.ts'
import leftBehind from './left-behind.ts'
import refused from './refused.ts'
import refusedCallers from './refused-callers.ts'
import sequences from './sequences.ts'
import signed from './signed.ts'
import stillPossible from './still-possible.ts'
import unsupported from './unsupported.ts'

export const propertySuites: readonly Area[] = [
  accepted,
  refused,
  aftermath,
  leftBehind,
  refusedCallers,
  stillPossible,
  unsupported,
  sequences,
  signed,
]
