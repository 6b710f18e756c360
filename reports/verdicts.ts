/** The five verdicts and the four outcomes, in the order and the words that every report uses. */
import type { JudgedRequirement, Report, Verdict } from '../generated/formats.ts'

export type Outcome = Report['summary']['outcome']

export const verdicts: readonly Verdict[] = ['fail', 'warn', 'unverified', 'pass', 'not-applicable']

/** A sign for each verdict, so that colour is never the only difference. */
export const sign: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  unverified: '?',
  'not-applicable': '–',
}

export const verdictTitle: Readonly<Record<Verdict, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  warn: 'Warn',
  unverified: 'Unverified',
  'not-applicable': 'Not applicable',
}

export const outcomeTitle: Readonly<Record<Outcome, string>> = {
  conformant: 'Conformant',
  incomplete: 'Incomplete',
  nonconformant: 'Nonconformant',
  invalid: 'Invalid',
}

export const outcomeMeaning: Readonly<Record<Outcome, string>> = {
  conformant: 'Every required thing in scope was demonstrated.',
  incomplete: 'Nothing failed, but some required things could not be judged.',
  nonconformant: 'The deployment violates its contract.',
  invalid: 'Nothing could be judged.',
}

/** Requirements by area, in the report's order. */
export function byArea(entries: readonly JudgedRequirement[]): Map<string, JudgedRequirement[]> {
  const areas = new Map<string, JudgedRequirement[]>()
  for (const entry of entries) {
    const list = areas.get(entry.area)
    if (list) list.push(entry)
    else areas.set(entry.area, [entry])
  }
  return areas
}

export function countVerdicts(entries: readonly JudgedRequirement[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 }
  for (const { verdict } of entries) counts[verdict]++
  return counts
}
