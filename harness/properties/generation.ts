/** The options of a run about generated requests: how many, from which seed, or only one counterexample. */
import type { Budget } from '../plan/budget.ts'
import { randomFrom } from '../random.ts'

export interface Generation {
  readonly seed: number
  /** The check, and whether this is its second try. */
  readonly check: string
  readonly again: boolean
  /** How many generated requests the run may send in all. */
  readonly requests: number
  /** One counterexample, and nothing else. */
  readonly path: string | null
  /** The counterexamples that the first try found, by check: the second tries these alone. */
  readonly found: Map<string, string>
  /** Facts about the target that the generated values depend on, added by the code that reads them. */
  readonly restsOn: Map<string, unknown>
  /** Called for each value that is tried. */
  readonly onTried?: (tried: TriedAgain | null) => void
  readonly onDraw?: (draw: readonly number[]) => void
}

/** What is known about a value that was tried. */
export interface TriedAgain {
  readonly replies: readonly { readonly exchange: { readonly n: number } }[]
  /** The parameters that were generated, if others were not. */
  readonly generated?: readonly string[]
}

/** The only counterexample to try: the requested one, or on a second try the one that was found; null for no such limit. */
export const counterexampleOf = ({ path, again, check, found }: Generation): string | null =>
  path ?? (again ? (found.get(check) ?? null) : null)

/** The most generated requests, without those for shrinking. */
const REQUESTS: Readonly<Record<Budget, number>> = { quick: 0, standard: 110, thorough: 5000 }

export const requestsOf = (budget: Budget, wanted: number | undefined): number => wanted ?? REQUESTS[budget]

/** How many smaller requests are tried once one has failed. */
export const mostShrinks = (budget: Budget): number => (budget === 'thorough' ? 60 : budget === 'standard' ? 24 : 8)

export interface Slot {
  /** What share of the requests it gets, relative to the others. */
  readonly weight: number
  /** How many requests one run of it takes, those that clean up after it included. */
  readonly cost: number
}

/** How often a slot of the table runs. What is left of one share goes to the next, in random order. */
export function runsOf<Name extends string>(
  { requests, seed }: Pick<Generation, 'requests' | 'seed'>,
  table: Readonly<Record<Name, Slot>>,
  name: Name,
): number {
  const names = Object.keys(table) as Name[]
  const weights = names.reduce((sum, one) => sum + table[one].weight, 0)
  let left = 0
  for (const one of randomFrom(seed, 'order of slots').sample(names, names.length)) {
    const { weight, cost } = table[one]
    left += (requests * weight) / weights
    const runs = Math.floor(left / cost)
    if (one === name) return runs
    left -= runs * cost
  }
  return 0
}
