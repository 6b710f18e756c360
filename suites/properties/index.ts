/** Suites that judge families of requests, and courses of them, on generated ones. */
import type { Area } from '../../harness/index.ts'
import accepted from './accepted.ts'
import aftermath from './aftermath.ts'
import leftBehind from './left-behind.ts'
import refused from './refused.ts'
import sequences from './sequences.ts'
import signed from './signed.ts'

export const propertySuites: readonly Area[] = [accepted, refused, aftermath, leftBehind, sequences, signed]
