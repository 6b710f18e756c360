/** The circumstances of a request that the conditions of faults and variants refer to. */

/** A request that was answered before. */
export interface Earlier {
  readonly operation: string
  readonly outcome: 'accepted' | 'refused'
  readonly caller: string
}

export interface Circumstances {
  readonly operation: string
  readonly role: string
  readonly caller: string
  /** What was sent, without the parts that differ from run to run. */
  readonly steady: string
  /** Earlier answered requests about the same thing, oldest first. */
  readonly earlier: readonly Earlier[]
  /** Whether a request of the same caller and origin was being answered when this one arrived. */
  readonly overlapping?: boolean
}

/**
 * A text without the parts that differ from run to run: the run's id, which follows the word `assay` in every name, and all
 * digits, because ids and times depend on the order in which concurrent requests arrive.
 */
export const steadyText = (text: string): string =>
  text.replace(/assay([ -])[0-9a-z]+/g, 'assay$1run').replace(/\d+/g, '#')

export const steadyValues = (sent: Iterable<readonly [name: string, text: string]>): string =>
  [...sent]
    .map(([name, text]) => `${name}=${steadyText(text)}`)
    .sort()
    .join('&')

/** The origin of a text: names that one check makes begin alike, after the run's id. Empty if the text has no such name. */
export const originOf = (text: string): string => /assay[ -][0-9a-z]+[ -]([0-9a-z]{6})/.exec(text)?.[1] ?? ''

/** A number that is the same for the same text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
