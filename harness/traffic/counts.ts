/** Counts things by name, up to a number of names; the rest is counted together. */

export interface Counts {
  add(what: string): void
  list(): { what: string; count: number }[]
}

const MOST_NAMES = 300
const OTHERS = 'others'

export function counts(): Counts {
  const known = new Map<string, number>()
  return {
    add(what) {
      const key = known.has(what) || known.size < MOST_NAMES ? what : OTHERS
      known.set(key, (known.get(key) ?? 0) + 1)
    },
    list: () => [...known].map(([what, count]) => ({ what, count })).sort((one, other) => other.count - one.count),
  }
}

/** An address without its query, with ids and long words replaced. */
export function shapeOfUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/').map(part => (/^\d+$|^[0-9a-f-]{16,}$|.{40,}/i.test(part) ? '{…}' : part))
  return `${origin}${parts.join('/')}`.slice(0, 160)
}
