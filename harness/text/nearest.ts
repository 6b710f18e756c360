/** Suggests the id that may have been meant by one that does not exist. */

/** ` (did you mean "…"?)`, or an empty string if no id is similar. */
export function nearest(id: string, known: readonly string[]): string {
  let best: string | undefined
  let least = Math.max(3, Math.floor(id.length / 3))
  for (const candidate of known) {
    const distance = edits(id.toLowerCase(), candidate.toLowerCase(), least)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best === undefined ? '' : ` (did you mean "${best}"?)`
}

/** Levenshtein distance; gives up early at `most`. */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? most
}
