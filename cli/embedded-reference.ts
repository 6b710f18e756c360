/** The embedded reference as a target inside this process, in virtual time: what waits there costs nothing. */
import {
  type Clock,
  inProcessTransport,
  type Target,
  type Transport,
  validTarget,
  virtualClock,
} from '../harness/index.ts'
import { createReference } from '../reference/index.ts'

export interface Subject {
  readonly target: Target
  /** How it is reached; over sockets unless given. */
  readonly transport?: Transport
  readonly clock?: Clock
}

/** After so many replies timers and signals have their turn: nothing here ever waits for a socket. */
const REPLIES_AT_A_STRETCH = 50

export const REFERENCE_ORIGIN = 'http://reference.invalid'

export function embeddedReference(featureLevel: number | undefined): Required<Subject> {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock, ...(featureLevel !== undefined && { featureLevel }) })
  const inside = inProcessTransport(reference.answer)
  let replies = 0
  const file = validTarget(reference.targetFile(REFERENCE_ORIGIN))
  return {
    clock,
    target: {
      ...file,
      requestsPerSecond: 0,
      folder: '.',
      file: null,
      ...(featureLevel !== undefined && { claims: featureLevel }),
    },
    transport: {
      ...inside,
      async send(request, bounds) {
        if (++replies % REPLIES_AT_A_STRETCH === 0) await clock.breathe()
        return await inside.send(request, bounds)
      },
    },
  }
}
