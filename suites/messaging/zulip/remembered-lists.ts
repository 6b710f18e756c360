/** Caches lists, so that removing a hundred objects does not read the same list a hundred times. */
import type { FixtureValue } from '../../../harness/index.ts'
import type { Zulip } from './zulip-parts.ts'

export type Listing = (zulip: Zulip, as: string) => Promise<readonly FixtureValue[]>

export interface Remembered {
  /** The list as last read; empty if it was never read. */
  last(zulip: Zulip, as: string): readonly FixtureValue[]
  /** The current list, read after this call; concurrent callers share one request. */
  now(zulip: Zulip, as: string): Promise<readonly FixtureValue[]>
}

interface Kept {
  last: readonly FixtureValue[]
  reading: Promise<unknown>
  next: Promise<readonly FixtureValue[]> | null
}

export function remembered(list: Listing): Remembered {
  const servers = new WeakMap<Zulip, Map<string, Kept>>()
  const keptOf = (zulip: Zulip, as: string): Kept => {
    const people = servers.get(zulip) ?? new Map<string, Kept>()
    servers.set(zulip, people)
    const kept = people.get(as) ?? { last: [], reading: Promise.resolve(), next: null }
    people.set(as, kept)
    return kept
  }
  return {
    last: (zulip, as) => keptOf(zulip, as).last,
    now(zulip, as) {
      const kept = keptOf(zulip, as)
      if (kept.next) return kept.next
      const next = kept.reading.then(async () => {
        kept.next = null
        const reading = list(zulip, as)
        kept.reading = reading.catch(() => {})
        kept.last = await reading
        return kept.last
      })
      kept.next = next
      return next
    },
  }
}
