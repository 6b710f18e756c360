/** The embedded reference as a target inside this process. */
import { type Clock, inProcessTransport, type Target, type Transport, validTarget } from '../harness/index.ts'
import { createReference, type Reference } from '../reference/index.ts'

export interface Subject {
  readonly target: Target
  /** How it is reached; over sockets unless given. */
  readonly transport?: Transport
}

export const REFERENCE_ORIGIN = 'http://reference.invalid'

export function embeddedReference(
  featureLevel: number | undefined,
  clock?: Clock,
): Required<Subject> & { readonly reference: Reference } {
  const reference = createReference({
    ...(featureLevel !== undefined && { featureLevel }),
    ...(clock && { clock }),
  })
  const file = validTarget(reference.targetFile(REFERENCE_ORIGIN))
  return {
    reference,
    target: { ...file, requestsPerSecond: 0, folder: '.', file: null },
    transport: inProcessTransport(reference.fetch),
  }
}
