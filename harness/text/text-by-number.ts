/** Stores a text for each exchange in a few bytes each: equal texts are stored once. */
import { detached } from '../evidence/held-text.ts'

export interface TextByNumber {
  set(n: number, text: string): void
  get(n: number): string | null
}

const MOST_TEXTS = 20_000
const OTHER = 'one of very many texts'

export function textByNumber(): TextByNumber {
  const texts: string[] = [OTHER]
  const known = new Map<string, number>()
  let places = new Uint16Array(1024)
  const placeOf = (text: string): number => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (texts.length >= MOST_TEXTS) return 0
    const own = detached(text)
    known.set(own, texts.length)
    return texts.push(own) - 1
  }
  return {
    set(n, text) {
      if (n >= places.length) {
        const larger = new Uint16Array(Math.max(n + 1, places.length * 2))
        larger.set(places)
        places = larger
      }
      places[n] = placeOf(text) + 1
    },
    get(n) {
      const place = places[n] ?? 0
      return place === 0 ? null : (texts[place - 1] ?? null)
    },
  }
}
