/** Names of what a run makes: as long as there is room for, and unique at any length. */
import { shortHash } from './random.ts'

/** The whole name where it fits; else without its label, then without the common prefix, then a hash of it. */
export function nameWithin(most: number, runId: string, tag: string, label: string): string {
  const whole = `assay ${runId} ${tag} ${label}`
  const hash = shortHash(`${tag} ${label}`, 7)
  const fitting = [whole, `assay ${runId} ${hash}`, `${runId}${hash}`].find(name => Buffer.byteLength(name) <= most)
  return fitting ?? shortHash(whole, 7).slice(-Math.max(1, most))
}
