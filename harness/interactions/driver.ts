/** What the engine needs from an operation: to send a combination, and to judge the outcome. */
import type { Outcome } from '../api.ts'
import type { Judgeable } from '../judging/claim.ts'
import type { PlainArgs, Predicate } from '../judging/predicate.ts'
import { isTransient, Undecided } from '../undecided.ts'
import { type Choice, type Combinations, choicesOf, isRefused, type Row } from './factor.ts'

/** A combination that was sent, with its reply and outcome. */
export interface Sent {
  readonly row: Row
  readonly reply: Judgeable
  readonly outcome: Outcome
  /** Which of several forms its refused value has; each form is repeated. */
  readonly form?: string
}

/** What the model demands of replies: the predicate that has to hold, for the requirement that decides. */
export interface Ruling {
  readonly requirement: string
  readonly row: Row
  readonly replies: readonly Judgeable[]
  readonly control?: Judgeable | undefined
  readonly predicate: Predicate<never>
  readonly args: PlainArgs
  readonly weight?: 'must' | 'should'
}

/** An operation as the engine drives it. */
export interface Driver<Done extends Sent = Sent> {
  /**
   * With `earlier`, repeats that request, about the same thing if there is one. With `like`, values that are used in
   * turn are those of that request; with `form`, the refused value has this form.
   */
  send(row: Row, earlier?: Done, like?: Done, form?: number): Promise<Done>
  /** Judges the reply by itself. Returns nothing if the outcome is open. */
  judge(done: Done, control: Done | null): readonly Ruling[]
  /** Judges by later reads what these requests changed, and what they had to leave unchanged. */
  review(done: readonly Done[]): Promise<readonly Ruling[]>
  /** Smaller rows that must be accepted, if this one was refused and its outcome is open. */
  apart?(done: Done): readonly Row[]
  /** The order in which combinations are sent, if the order is itself a factor; the plainest row stays first. */
  arranged?(rows: readonly Row[]): readonly Row[]
}

export const judged = ({ predicate, replies, args }: Ruling): string =>
  (predicate as unknown as Predicate).judge(
    replies.map(({ exchange }) => exchange),
    args,
  ).outcome

/** Leaves out what is not available; a problem that may be over in a moment ends the check. */
export function skipped(error: unknown): null {
  if (error instanceof Undecided && !isTransient(error)) return null
  throw error
}

export async function reviewed<Done extends Sent>(
  driver: Driver<Done>,
  batch: readonly Done[],
): Promise<readonly Ruling[]> {
  try {
    return await driver.review(batch)
  } catch (error) {
    return skipped(error) ?? []
  }
}

/** The value for which a row is refused. */
export const causeOf = (combinations: Combinations, row: Row): Choice | undefined =>
  choicesOf(row).find(choice => isRefused(combinations, choice))

/** A row as numbers of its values, factor by factor: `0:2:1`. */
export const pathOf = ({ factors }: Combinations, row: Row): string =>
  factors.map(({ name, values }) => values.findIndex(value => value.name === row[name])).join(':')

export function rowAt({ factors }: Combinations, path: string): Row | null {
  const numbers = path.split(':').map(Number)
  const values = factors.map(({ values: all }, at) => all[numbers[at] ?? -1])
  if (numbers.length !== factors.length || values.includes(undefined)) return null
  return Object.fromEntries(factors.map(({ name }, at) => [name, values[at]?.name]))
}
