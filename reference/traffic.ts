/** Requests in flight. Faults that need requests to overlap hold each of them for a moment. */
import type { Clock } from './behaviour.ts'

export interface Flight<Request, Reply> {
  readonly operation: string
  readonly request: Request
  /** What requests of the same kind have in common; empty if no active change depends on it. */
  readonly likeness: string
  /** Whether a request of the same kind was in flight when this one arrived. */
  readonly beside: boolean
  reply?: Reply
}

export interface Traffic<Request, Reply> {
  enter(operation: string, request: Request, likeness?: string): Flight<Request, Reply>
  leave(flight: Flight<Request, Reply>): void
  /** Holds the flight, then finds another one in flight that fits. */
  otherInFlight(
    flight: Flight<Request, Reply>,
    fits: (other: Flight<Request, Reply>) => boolean,
  ): Promise<Flight<Request, Reply> | undefined>
  hold(): Promise<void>
}

const HELD_MS = 40

export function makeTraffic<Request, Reply>(clock: Clock): Traffic<Request, Reply> {
  const inFlight = new Set<Flight<Request, Reply>>()
  const hold = (): Promise<void> => clock.sleep(HELD_MS)
  return {
    enter(operation, request, likeness = '') {
      const beside = likeness !== '' && [...inFlight].some(other => other.likeness === likeness)
      const flight = { operation, request, likeness, beside }
      inFlight.add(flight)
      return flight
    },
    leave: flight => void inFlight.delete(flight),
    async otherInFlight(flight, fits) {
      await hold()
      return [...inFlight].find(other => other !== flight && fits(other))
    },
    hold,
  }
}
