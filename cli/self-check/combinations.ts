/**
 * Several variants together: what is legal alone is legal together, unless the variants exclude each other. Also at
 * other feature levels, with late replies, and with target files that name less.
 */
import { type Random, randomFrom } from '../../harness/index.ts'
import type { Variant } from '../../reference/index.ts'
import { LEVELS_AROUND_CHANGES } from '../options/feature-levels.ts'
import { type Circumstances, circumstancesInWords, drawnCircumstances } from './circumstances.ts'
import { NEWEST_LEVEL, type Subject, variantSubject } from './subject.ts'

const MOST_TOGETHER = 6

export function combinationSubjects(variants: readonly Variant[], count: number, seed: number): Subject[] {
  return (['trading', 'messaging'] as const).flatMap(api => {
    const ofApi = variants.filter(variant => variant.api === api)
    const random = randomFrom(seed, api)
    return Array.from({ length: ofApi.length > 1 ? count : 0 }, (_, index) =>
      combined(`${api} combination ${index + 1}`, ofApi, random),
    )
  })
}

function combined(name: string, variants: readonly Variant[], random: Random): Subject {
  const levels = variants[0]?.api === 'messaging' ? LEVELS_AROUND_CHANGES : [NEWEST_LEVEL]
  const level = random.pick([NEWEST_LEVEL, random.pick(levels)])
  const existing = variants.filter(
    ({ levels: { since = 0, until = NEWEST_LEVEL } = {} }) => since <= level && level <= until,
  )
  const chosen: Variant[] = []
  for (const candidate of random.sample(existing, 2 + random.below(MOST_TOGETHER - 1)))
    if (!chosen.some(other => excludeEachOther(other, candidate))) chosen.push(candidate)
  const circumstances = drawnCircumstances(random, chosen[0]?.api ?? 'trading')
  return together(name, chosen, level, circumstances)
}

const excludeEachOther = (one: Variant, other: Variant): boolean =>
  (one.excludes?.includes(other.id) || other.excludes?.includes(one.id)) ?? false

function together(name: string, chosen: readonly Variant[], level: number, circumstances: Circumstances): Subject {
  const [first, ...rest] = chosen.map(variantSubject)
  if (!first) throw new Error(`${name} combines nothing`)
  const all = [first, ...rest]
  return {
    ...first,
    kind: 'combination',
    id: `${name} (level ${level}; ${circumstancesInWords(circumstances)}): ${all.map(({ id }) => id).join(' + ')}`,
    variants: all.flatMap(({ variants }) => variants),
    level,
    claims: level,
    runs: [{ only: [`${first.api}.*`], budget: 'quick' }],
    circumstances,
    leaves: 'incomplete',
  }
}
