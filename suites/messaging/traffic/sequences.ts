/** Requirements about several exchanges, judged where traffic happens to contain them. */
import type { Sequence } from '../../../harness/index.ts'

export const sequences: readonly Sequence[] = []
