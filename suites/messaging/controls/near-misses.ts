/** Near misses: changed forms of an existing id that certainly name nothing, however a deployment counts its ids. */
import type { Reply } from '../../../harness/index.ts'

/** The shortest id that is changed: shorter ones may be counters, so that a changed one names something else. */
const SHORTEST = 8

/** Ids changed in the middle, halved or doubled; an id that differs only at its end may exist. */
export const nearMisses = {
  halved: (id: string): string | null => (id.length < SHORTEST ? null : id.slice(0, Math.ceil(id.length / 2))),
  doubled: (id: string): string | null => (id.length < SHORTEST ? null : `${id}${id}`),
  'one character off': (id: string): string | null => {
    if (id.length < SHORTEST) return null
    const middle = Math.floor(id.length / 2)
    const changed = id[middle] === '7' ? '3' : '7'
    return `${id.slice(0, middle)}${changed}${id.slice(middle + 1)}`
  },
  /** Only for ids with letters of both cases: ids of one case, such as ULIDs and UUIDs, often ignore case. */
  'in another case': (id: string): string | null =>
    id.length < SHORTEST || !/[a-z]/.test(id) || !/[A-Z]/.test(id) ? null : [...id].map(swapCase).join(''),
} as const satisfies Readonly<Record<string, (id: string) => string | null>>

/** The replies to requests for half of an id and for it twice in a row, one after the other. */
export async function nearlyNamed(id: string, send: (near: string) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const near of [nearMisses.halved(id), nearMisses.doubled(id)]) if (near !== null) replies.push(await send(near))
  return replies
}

export const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
