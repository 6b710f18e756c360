/** Chooses combinations to send once more: as few as contain each value of each factor. */
import { type Choice, type Combinations, choicesOf, classesOf, exclusion, isRefused, type Row } from './factor.ts'

export interface Repeat<Kept> {
  readonly row: Row
  /** The earlier request that is repeated. */
  readonly of: Kept
}

/** The values that mark a repeated combination, in their order: the second time, the third. */
export const repeatsOf = ({ factors }: Combinations): Choice[] =>
  factors.flatMap(({ name, values }) => values.flatMap(value => (value.repeats ? [[name, value.name] as const] : [])))

/** The combination that a row repeats; null if it repeats none. */
export function firstOf({ factors }: Combinations, row: Row): Row | null {
  const factor = factors.find(({ name, values }) => values.some(value => value.repeats && value.name === row[name]))
  return factor ? { ...row, [factor.name]: factor.values[0]?.name } : null
}

/**
 * Best first: each adds most values that were not repeated yet; with strength 3, most values beside each value of the
 * first factor.
 */
export function repeatsAmong<Kept extends { readonly row: Row; readonly form?: string }>(
  combinations: Pick<Combinations, 'constraints' | 'factors'>,
  [factor, time]: Choice,
  sent: readonly Kept[],
  strength: 2 | 3 = 2,
): Repeat<Kept>[] {
  const met = new Set<string>()
  const chosen: Repeat<Kept>[] = []
  // Of a refused combination only the cause counts: its other values are repeated in accepted ones.
  const countedKeys = ({ row, of: { form } }: Repeat<Kept>): string[] => {
    const causes = choicesOf(row)
      .filter(choice => isRefused(combinations, choice))
      .map(([name, value]) => `${name}=${value} ${form ?? ''}`)
    const choices = classesOf(combinations, row).filter(([name]) => name !== factor)
    const beside = strength === 3 ? choices[0]?.[1] : ''
    return causes.length > 0 ? causes : choices.map(([name, value]) => `${name}=${value} ${beside}`)
  }
  let left = sent
    .map(of => ({ row: { ...of.row, [factor]: time }, of }))
    .filter(({ row }) => exclusion(combinations, row) === null)
    .map(repeat => ({ repeat, choices: countedKeys(repeat) }))
  while (left.length > 0) {
    const gains = left.map(({ choices }) => choices.filter(choice => !met.has(choice)).length)
    const most = Math.max(...gains)
    const best = left[gains.indexOf(most)]
    if (most === 0 || !best) break
    for (const choice of best.choices) met.add(choice)
    chosen.push(best.repeat)
    left = left.filter(one => one !== best)
  }
  return chosen
}
