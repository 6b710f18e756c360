/** A reference inside the process, in virtual time, and what a run needs to reach it. */
import { inProcessTransport, type Target, type Transport, validTarget, virtualClock } from '../harness/index.ts'
import { createReference, type Reference, type ReferenceOptions } from '../reference/index.ts'

export interface ReferenceInProcess {
  readonly reference: Reference
  readonly target: Target
  readonly clock: ReturnType<typeof virtualClock>
  readonly transport: Transport
}

/** `start` is the time at which its clock starts; some fixed time by default. */
export function referenceInProcess(options: Omit<ReferenceOptions, 'clock'> = {}, start?: number): ReferenceInProcess {
  const clock = virtualClock(start)
  const reference = createReference({ ...options, clock })
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  return {
    reference,
    target: { ...file, folder: '.', file: null },
    clock,
    transport: inProcessTransport(reference.answer),
  }
}
