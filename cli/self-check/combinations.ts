/** Variants used together: what is legal alone is legal together, unless the variants exclude each other. */

import { randomFrom } from '../../harness/index.ts'
import type { Variant } from '../../reference/index.ts'
import { NEWEST_LEVEL, type Subject, variantSubject } from './subject.ts'

const MOST_TOGETHER = 6

export function combinationSubjects(variants: readonly Variant[], count: number, seed: number): Subject[] {
  return (['trading', 'messaging'] as const).flatMap(api => {
    const usable = variants.filter(
      variant => variant.api === api && (variant.levels?.until ?? NEWEST_LEVEL) >= NEWEST_LEVEL,
    )
    const random = randomFrom(seed, api)
    return Array.from({ length: usable.length > 1 ? count : 0 }, (_, index) => {
      const chosen: Variant[] = []
      for (const candidate of random.sample(usable, 2 + random.below(MOST_TOGETHER - 1))) {
        const clash = chosen.some(
          other => other.excludes?.includes(candidate.id) || candidate.excludes?.includes(other.id),
        )
        if (!clash) chosen.push(candidate)
      }
      return combined(`${api} combination ${index + 1}`, chosen)
    })
  })
}

function combined(name: string, chosen: readonly Variant[]): Subject {
  const [first, ...rest] = chosen.map(variantSubject)
  if (!first) throw new Error(`${name} combines nothing`)
  const all = [first, ...rest]
  return {
    ...first,
    kind: 'combination',
    id: `${name}: ${all.map(({ id }) => id).join(' + ')}`,
    variants: all.flatMap(({ variants }) => variants),
    runs: [{ only: [`${first.api}.*`], budget: 'quick' }],
    mayBeIncomplete: all.some(({ mayBeIncomplete }) => mayBeIncomplete),
  }
}
