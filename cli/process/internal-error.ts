/** The text about an unexpected error, of the kit or of a provisioner, without the secrets of the target. */
import { hideEverywhere } from '../../harness/evidence/hide-everywhere.ts'
import { thrownError } from '../../harness/thrown.ts'
import { printable } from '../../reports/escape.ts'

export function internalError(thrown: unknown): string {
  const { stack, message } = thrownError(thrown)
  return `assay: internal error of the kit: ${hideEverywhere(stack ?? message)
    .split('\n')
    .map(printable)
    .join('\n')}\n`
}
