/** Near misses of an id that a target made: what they name was never there, however a deployment counts its ids. */

/** Shorter ids may be counted up, so that a change makes the id of something else. */
const TELLING = 8

/** The middle of an id is changed, and half of it is left or added: what differs at the end alone may well be there. */
export const nearMisses = {
  halved: (id: string): string | null => (id.length < TELLING ? null : id.slice(0, Math.ceil(id.length / 2))),
  doubled: (id: string): string | null => (id.length < TELLING ? null : `${id}${id}`),
  'one character off': (id: string): string | null => {
    if (id.length < TELLING) return null
    const middle = Math.floor(id.length / 2)
    const changed = id[middle] === '7' ? '3' : '7'
    return `${id.slice(0, middle)}${changed}${id.slice(middle + 1)}`
  },
  /** Only where both cases are used does case tell: many ids of one case, ULIDs and UUIDs among them, are the same in either. */
  'in another case': (id: string): string | null =>
    id.length < TELLING || !/[a-z]/.test(id) || !/[A-Z]/.test(id) ? null : [...id].map(swapped).join(''),
} as const satisfies Readonly<Record<string, (id: string) => string | null>>

export const swapped = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
