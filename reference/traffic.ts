/** Requests in flight. What goes wrong only while they overlap needs them to: a fault holds them for a moment. */
import type { Clock } from './behaviour.ts'

export interface Flight<Request, Reply> {
  readonly operation: string
  readonly request: Request
  /** What requests of the same kind have in common, where somebody asks for it. */
  readonly likeness: string
  /** Whether a like request was in flight when this one came. */
  readonly beside: boolean
  reply?: Reply
}

export interface Traffic<Request, Reply> {
  enter(operation: string, request: Request, likeness?: string): Flight<Request, Reply>
  leave(flight: Flight<Request, Reply>): void
  /** Holds the flight, then finds another one in the air that will do. */
  mistaken(
    flight: Flight<Request, Reply>,
    fits: (other: Flight<Request, Reply>) => boolean,
  ): Promise<Flight<Request, Reply> | undefined>
  hold(): Promise<void>
}

const HELD_MS = 40

export function makeTraffic<Request, Reply>(clock: Clock): Traffic<Request, Reply> {
  const flying = new Set<Flight<Request, Reply>>()
  const hold = (): Promise<void> => clock.sleep(HELD_MS)
  return {
    enter(operation, request, likeness = '') {
      const beside = likeness !== '' && [...flying].some(other => other.likeness === likeness)
      const flight = { operation, request, likeness, beside }
      flying.add(flight)
      return flight
    },
    leave: flight => void flying.delete(flight),
    async mistaken(flight, fits) {
      await hold()
      return [...flying].find(other => other !== flight && fits(other))
    },
    hold,
  }
}
