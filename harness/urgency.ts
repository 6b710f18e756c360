/** How soon the requests of a check leave: in their own place, or in that of a check that waits for what it makes. */

export interface Urgency {
  /** The best place of those that wait for it; none is as good as infinity. */
  readonly ofOthers: (seen?: Set<Urgency>) => number
  /** The place of its next request, as it stands now. */
  readonly place: (seen?: Set<Urgency>) => number
  /** Somebody waits for something that it makes, until the promise is settled. */
  waitedForBy(other: Urgency, until: Promise<unknown>): void
}

/** Two may wait for each other, for different things: `seen` ends that. */
export function urgency(own: () => number): Urgency {
  const waiting = new Set<Urgency>()
  const self: Urgency = {
    ofOthers(seen = new Set()) {
      seen.add(self)
      let best = Number.POSITIVE_INFINITY
      for (const one of waiting) if (!seen.has(one)) best = Math.min(best, one.place(seen))
      return best
    },
    place: seen => Math.min(own(), self.ofOthers(seen)),
    waitedForBy(other, until) {
      if (other === self) return
      waiting.add(other)
      const over = (): void => void waiting.delete(other)
      until.then(over, over)
    },
  }
  return self
}
