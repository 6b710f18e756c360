/** Which combinations a run sent and judged, operation by operation. */
import { madeOnce } from '../memory/made-once.ts'
import {
  type Choice,
  type Combinations,
  classesOf,
  exclusion,
  joined,
  keyOf,
  kindOf,
  type Meeting,
  meetingsOf,
  type Row,
  rowOf,
  wordsOf,
} from './factor.ts'

export interface CombinationTally {
  /** Pairs of values that may meet in one request. */
  readonly possible: number
  /** Pairs that are never sent, by reason. */
  readonly excluded: Readonly<Record<string, number>>
  readonly exercised: number
  readonly judged: number
  /** Some of the pairs that were not judged. */
  readonly missing: readonly string[]
}

export interface CombinationBook {
  /** Adds the combinations of an operation to the book. */
  opens(combinations: Combinations): void
  sent(operation: string, row: Row): void
  judged(operation: string, row: Row): void
  summary(): Record<string, CombinationTally>
}

interface Page {
  readonly combinations: Combinations
  readonly sent: Set<string>
  readonly judged: Set<string>
}

/** How many missing pairs a report lists for an operation. */
const MOST_MISSING = 40

export function combinationBook(): CombinationBook {
  const pages = new Map<string, Page>()
  /** The pairs of each row, remembered because a row is counted when sent and again for each requirement. */
  const known = new WeakMap<Row, readonly string[]>()
  const pairsIn = (combinations: Combinations, row: Row): readonly string[] =>
    madeOnce(known, row, () => {
      const choices = countedAs(combinations, row).map(wordsOf).sort()
      return choices.flatMap((one, index) => choices.slice(index + 1).map(other => joined([one, other])))
    })
  const note = (operation: string, row: Row, where: 'sent' | 'judged'): void => {
    const page = pages.get(operation)
    if (page) for (const pair of pairsIn(page.combinations, row)) page[where].add(pair)
  }
  return {
    opens(combinations) {
      if (!pages.has(combinations.operation))
        pages.set(combinations.operation, { combinations, sent: new Set(), judged: new Set() })
    },
    sent: (operation, row) => note(operation, row, 'sent'),
    judged: (operation, row) => note(operation, row, 'judged'),
    summary: () =>
      Object.fromEntries(
        [...pages].sort(([one], [other]) => one.localeCompare(other)).map(([id, page]) => [id, tallyOf(page)]),
      ),
  }
}

/** If one requirement refuses the same value of several parameters, they count as one parameter. */
const countedAs = (combinations: Combinations, row: Row): Choice[] =>
  classesOf(combinations, row).map(choice => {
    const kind = kindOf(combinations, choice)
    return kind === undefined ? choice : (['one parameter', kind] as const)
  })

/** The legal pairs of an operation, and why others are never sent. */
export function pairsOf(combinations: Combinations): {
  readonly possible: readonly Meeting[]
  readonly excluded: Readonly<Record<string, number>>
} {
  const excluded: Record<string, number> = {}
  // A class may meet a value if one of its members may.
  const found = new Map<string, { meeting: Meeting; reason: string | null }>()
  for (const each of meetingsOf(combinations)) {
    const meeting = countedAs(combinations, rowOf(each))
    const key = keyOf(meeting)
    if (found.get(key)?.reason === null) continue
    found.set(key, { meeting, reason: exclusion(combinations, rowOf(each)) })
  }
  const possible = [...found.values()].filter(({ reason }) => {
    if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1
    return reason === null
  })
  return { possible: possible.map(({ meeting }) => meeting), excluded }
}

function tallyOf({ combinations, sent, judged }: Page): CombinationTally {
  const { possible, excluded } = pairsOf(combinations)
  const keys = possible.map(keyOf)
  return {
    possible: keys.length,
    excluded,
    exercised: keys.filter(key => sent.has(key)).length,
    judged: keys.filter(key => judged.has(key)).length,
    missing: keys.filter(key => !judged.has(key)).slice(0, MOST_MISSING),
  }
}
