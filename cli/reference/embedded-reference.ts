/** The embedded reference as a target inside this process, in virtual time, so that waiting costs nothing. */
import {
  type Clock,
  inProcessTransport,
  type Target,
  type Transport,
  validTarget,
  virtualClock,
} from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { REFERENCE_ORIGIN } from '../run/base-addresses.ts'

export interface Subject {
  readonly target: Target
  /** How requests reach it; sockets by default. */
  readonly transport?: Transport
  readonly clock?: Clock
}

/** After this many replies, timers and signals get a turn. Nothing else yields to them, because no socket is used. */
const REPLIES_AT_A_STRETCH = 50

export function embeddedReference(featureLevel: number | undefined): Required<Subject> {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock, featureLevel })
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
