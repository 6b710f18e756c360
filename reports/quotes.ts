/** Quotes from the contract for a requirement, if the user has a copy of it. */
import type { JudgedRequirement, Report } from '../generated/formats.ts'

export interface Quote {
  readonly place: string
  readonly text: string
  /** File and line, such as `messaging.md:37`. */
  readonly from: string
}

export function quotesFor(
  { id, places }: Pick<JudgedRequirement, 'id' | 'places'>,
  contract: Report['contract'],
): Quote[] {
  const passages = contract?.[id.split('.')[0] ?? ''] ?? {}
  return places.flatMap(place => {
    const found = passages[place]
    return found ? [{ place, text: found.text, from: `${found.file}:${found.line}` }] : []
  })
}
