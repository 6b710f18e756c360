/**
 * Finds secrets inside base64 or hexadecimal, even if encoded repeatedly: each run of such characters is decoded and
 * searched.
 */
import { isUtf8 } from 'node:buffer'
import { recentMap } from '../memory/recent-map.ts'
import { detached } from './held-text.ts'

/** The length of the shortest secret when it is encoded twice; encoded once, it is one of the known forms. */
const SHORTEST = 15
const HEXADECIMAL = /^[\da-f]+$/i
/** A shorter run costs as much time as one of this length. */
const SHORT = 64
/** Runs with this many characters together are searched in one go. */
const TOGETHER = 64 * 1024
/** Bytes that are no text can contain a secret only if several in a row are readable or invisible characters. */
const READABLE = /[ -~\0\r\n\xad]{8}/
/** How many short runs are remembered with their readings: names of members recur in each reply. */
const MOST_READINGS = 4096
const LONGEST_KEPT = 64

export interface Match {
  readonly from: number
  readonly to: number
  readonly stand: string
}

/** How many more characters of runs, and how many more codes, may be decoded. */
export interface Room {
  runs: number
  codes: number
  /** A secret is known that does not contain eight readable characters in a row. */
  unreadable: boolean
}

/** Whether the secret could be overlooked among bytes that are no text. */
export const isUnreadable = (secret: string): boolean => LATIN.test(secret) && !READABLE.test(secret)
const LATIN = /^[\0-\xff]*$/

/** The runs of a text that contain a secret when they are decoded; `within` returns the placeholder of a secret in a text. */
export function secretRuns(text: string, room: Room, within: (decoded: string) => string | null): Match[] {
  const found: Match[] = []
  let batch: Run[] = []
  let size = 0
  const search = (): void => {
    const readings = batch.map(({ run }) => (room.unreadable ? readAs(run, () => true) : readingsOf(run)))
    const together = readings.filter(reading => reading !== '').join(' ')
    if (together !== '' && within(together) !== null)
      for (const [n, { from, to }] of batch.entries()) {
        const stand = within(readings[n] ?? '')
        if (stand !== null) found.push({ from, to, stand })
      }
    batch = []
    size = 0
  }
  for (const [from, to] of runsOf(text)) {
    room.runs -= Math.max(to - from, SHORT)
    if (room.runs < 0) break
    batch.push({ run: text.slice(from, to), from, to })
    size += to - from
    if (size >= TOGETHER) search()
  }
  if (batch.length > 0) search()
  return found
}

interface Run {
  readonly run: string
  readonly from: number
  readonly to: number
}

const IN_RUN = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  IN_RUN[character.charCodeAt(0)] = 1

/** Not by a regular expression, which would need memory for each character of a run: there may be millions. */
function* runsOf(text: string): Generator<readonly [from: number, to: number]> {
  for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (!isInRun(text, at)) continue
    let from = at
    while (from > 0 && isInRun(text, from - 1)) from--
    let to = at + 1
    while (to < text.length && isInRun(text, to)) to++
    if (to - from >= SHORTEST) yield [from, to]
    at = to
  }
}

const isInRun = (text: string, at: number): boolean => IN_RUN[text.charCodeAt(at)] === 1

const known = recentMap<string, string>(MOST_READINGS)

function readingsOf(run: string): string {
  const before = known.get(run)
  if (before !== undefined) return before
  const readings = readAs(run, text => READABLE.test(text))
  if (run.length <= LONGEST_KEPT) known.set(detached(run), readings)
  return readings
}

/** Decodes a run from each of its first characters, because text right before it may shift it by up to three characters. */
function readAs(run: string, isReadable: (latin: string) => boolean): string {
  const decoded = [0, 1, 2, 3].map(before => Buffer.from(run.slice(before), 'base64'))
  if (HEXADECIMAL.test(run))
    for (const before of [0, 1]) decoded.push(Buffer.from(run.slice(before, before + evenly(run, before)), 'hex'))
  const texts = decoded.map(bytes => {
    if (isUtf8(bytes)) return bytes.toString('utf8')
    const latin = bytes.toString('latin1')
    return isReadable(latin) ? latin : ''
  })
  return texts.filter(text => text !== '').join(' ')
}

const evenly = (run: string, before: number): number => (run.length - before) & ~1
