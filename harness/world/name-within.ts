/** Names for what a run creates: as long as the target allows, and unique at any length. */
import { shortHash } from '../random.ts'

/** A length that every deployment is assumed to allow, whether it counts characters or bytes. */
export const SHORT_NAME = 30

/** The name with as much of its label as fits; if too long, without the tag, then without the prefix, then only a hash. */
export function nameWithin(most: number, runId: string, tag: string, label: string): string {
  const start = `assay ${runId} ${tag}`
  if (Buffer.byteLength(start) <= most) return shortened(`${start} ${label}`, most)
  const hash = shortHash(`${tag} ${label}`, 7)
  const fitting = [`assay ${runId} ${hash}`, `${runId}${hash}`].find(name => Buffer.byteLength(name) <= most)
  return fitting ?? shortHash(`${start} ${label}`, 7).slice(-Math.max(1, most))
}

/** Cuts the text to a number of UTF-8 bytes, between characters, without a blank at its end. */
function shortened(text: string, bytes: number): string {
  let kept = ''
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept.trimEnd()
}
