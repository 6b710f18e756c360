/** What is said of a mistake that nobody expected, the kit's own or a provisioner's: without the secrets of the target. */
import { hideEverywhere } from '../harness/evidence/hide-everywhere.ts'
import { thrownError } from '../harness/thrown.ts'
import { printable } from '../reports/escape.ts'

export function internalError(thrown: unknown): string {
  const { stack, message } = thrownError(thrown)
  return `assay: internal error of the kit: ${hideEverywhere(stack ?? message)
    .split('\n')
    .map(printable)
    .join('\n')}\n`
}
