/** Applies a requirement's predicate to a request that combines several values; a failure says which of them matter. */
import { broken, type Predicate, predicate, predicateNamed, vacuous } from '../judging/predicate.ts'
import type { Row } from './factor.ts'

export interface TogetherArgs extends Readonly<Record<string, unknown>> {
  readonly operation: string
  readonly row: Row
  /** The predicate that has to hold, and its arguments. */
  readonly keeps: string
  readonly with: Readonly<Record<string, unknown>>
  /** The values that matter, in words. */
  readonly when?: string
  readonly path: string
}

const TOGETHER = 'interaction'

export const together: Predicate<TogetherArgs> = predicate(TOGETHER, (exchanges, args: TogetherArgs) => {
  const named = predicateNamed(args.keeps)
  if (!named) return vacuous(`there is no predicate ${args.keeps}`)
  const judged = named.judge(exchanges, args.with)
  return judged.outcome === 'broken' && args.when !== undefined
    ? broken(`${judged.expected} (${args.when})`, judged.actual, judged.about)
    : judged
})

const list = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** `fails with announce true and invite_only true together, not with either alone`. */
export function inWords(row: Row, plain: Row, alone: boolean): string {
  const differing = Object.entries(row).filter(([factor, value]) => value !== undefined && value !== plain[factor])
  const values = differing.map(([factor, value]) => `${factor} ${value}`)
  if (values.length === 0) return 'fails with the plainest request'
  if (values.length === 1) return `fails with ${values[0]}`
  const rest = values.length === 2 ? 'not with either alone' : 'not with one of them less'
  return `fails with ${list(values)} together${alone ? `, ${rest}` : ''}`
}
