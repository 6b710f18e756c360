/** Variants used together: what is legal alone is legal in company, unless the variants exclude each other. */

import { randomFrom } from '../../harness/index.ts'
import type { Variant } from '../../reference/index.ts'
import { together } from './companies.ts'
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
      const combined = together(chosen.map(variantSubject) as [Subject, ...Subject[]])
      return { ...combined, id: `${api} combination ${index + 1}: ${combined.id}` }
    })
  })
}
