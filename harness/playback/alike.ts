/** Compares a replayed request with the recorded one; ids from replies, names with the run's id, times and secrets may differ. */
import { isDeepStrictEqual } from 'node:util'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { isObject, parseJson } from '../evidence/exchange.ts'
import { partNames } from '../http/part-names.ts'
import { percentDecoded } from '../text/percent-decoded.ts'
import { consistsOf, type Piece } from './pieces.ts'
import { isStandIn, piecesOf } from './stand-ins.ts'

/** A request as it would be sent, or as it was sent. */
export type Sent = Pick<ExchangeRecord, 'operation'> & { readonly request: ExchangeRecord['request'] }

/** The first parameter that differs; null if none does. With `names`, only these parameters are compared. */
export function differenceOf(made: Sent, recorded: Sent, { names, ...known }: Known): string | null {
  if (made.operation !== recorded.operation || made.request.method !== recorded.request.method) return 'the operation'
  const [ours, theirs] = [partsOf(made.request), partsOf(recorded.request)]
  const isCompared = (name: string): boolean => names?.includes(name) ?? true
  const comparedIn = (parts: Pairs): Pairs => parts.filter(([name]) => isCompared(name))
  const [due, there] = [comparedIn(ours), comparedIn(theirs)]
  for (const [at, [name, text]] of due.entries()) {
    const other = there[at]
    if (!other || other[0] !== name) return name
    const comparison = { ...known, isTime: isNameOfTime(name) }
    if (!(name === PATH ? isAlikePath : isAlikeText)(text, other[1], comparison)) return name
  }
  return there[due.length]?.[0] ?? null
}

export interface Known {
  readonly runId: string
  /** Ids from replies: the recorded request may have another id in their place. */
  readonly ids: ReadonlySet<number>
  /** The parameters to compare; all if absent. */
  readonly names?: readonly string[] | undefined
}

type Pairs = readonly (readonly [name: string, text: string])[]

interface Comparison extends Known {
  readonly isTime: boolean
}

/** The path, parameters and body of a request, in the order in which they are sent. */
function partsOf({ url, headers, body }: ExchangeRecord['request']): Pairs {
  const { pathname, searchParams } = new URL(url)
  const type = headers['content-type'] ?? ''
  const query: Pairs = [...searchParams]
  const path: Pairs = [[PATH, percentDecoded(pathname)]]
  if (body === null) return [...path, ...query]
  if (/urlencoded/i.test(type)) return [...path, ...query, ...new URLSearchParams(body)]
  if (!/^multipart\//i.test(type)) return [...path, ...query, ['(body)', body]]
  const parts = body.split(/\r\n--[^\r\n]*(?:\r\n|$)|^--[^\r\n]*\r\n/).filter(part => part !== '')
  return [...path, ...query, ...parts.map(part => [partNames(part)[0] ?? '', part] as const)]
}

const PATH = '(path)'

const isAlikePath = (made: string, recorded: string, comparison: Comparison): boolean =>
  isAlike(made.split('/'), recorded.split('/'), comparison)

function isAlikeText(made: string, recorded: string, comparison: Comparison): boolean {
  if (made === recorded) return true
  if (comparison.isTime && isTime(made) && isTime(recorded)) return true
  const [ours, theirs] = [parseJson(made), parseJson(recorded)]
  return ours !== undefined && theirs !== undefined && typeof ours !== 'string'
    ? isAlike(ours, theirs, comparison)
    : isAlikeString(made, recorded, comparison)
}

const isNameOfTime = (name: string): boolean => /time/i.test(name)
const isTime = (text: string): boolean => /^\d{10,13}$/.test(text)

function isAlike(made: unknown, recorded: unknown, comparison: Comparison): boolean {
  if (typeof made === 'string' && typeof recorded === 'string') return isAlikeText(made, recorded, comparison)
  const isId = (one: unknown): boolean => isStandIn(one) || (typeof one === 'number' && comparison.ids.has(one))
  if (isId(made)) return Number.isInteger(Number(recorded))
  if (Array.isArray(made) && Array.isArray(recorded)) {
    if (!made.some(isId))
      return made.length === recorded.length && made.every((one, at) => isAlike(one, recorded[at], comparison))
    return isAlikeList(made, recorded, comparison, isId)
  }
  if (isObject(made) && isObject(recorded)) {
    const names = Object.keys(made)
    return (
      names.length === Object.keys(recorded).length &&
      names.every(
        name =>
          Object.hasOwn(recorded, name) &&
          isAlike(made[name], recorded[name], { ...comparison, isTime: comparison.isTime || isNameOfTime(name) }),
      )
    )
  }
  if (comparison.isTime && isTime(String(made)) && isTime(String(recorded))) return true
  return isDeepStrictEqual(made, recorded) || String(made) === String(recorded)
}

/** Two stand-ins may represent the same thing, which the recorded list contains once. */
function isAlikeList(
  made: readonly unknown[],
  recorded: readonly unknown[],
  comparison: Comparison,
  isId: (one: unknown) => boolean,
): boolean {
  let at = 0
  for (const one of made) {
    if (at < recorded.length && isAlike(one, recorded[at], comparison)) at++
    else if (!isId(one)) return false
  }
  return at === recorded.length && at > 0
}

const MOST_CUT = 6

function isAlikeString(made: string, recorded: string, { runId }: Comparison): boolean {
  const name = new RegExp(`assay[ /-]${runId}[ /-][0-9a-z]+|${runId}[0-9a-z]{7}`, 'g')
  const [ours, theirs] = [made.replaceAll(name, NAME), recorded.replaceAll(name, NAME)]
  if (ours === theirs || consistsOf(theirs, piecesOf(ours))) return true
  if (theirs.includes('{{secret:')) return consistsOf(ours, withHidden(theirs))
  // A name that the run made up replaces as many characters at the beginning as it has itself: the ends are compared.
  if (!ours.startsWith(NAME) || !theirs.startsWith(NAME)) return false
  const [longer = '', shorter = ''] = [ours, theirs].sort((one, other) => other.length - one.length)
  const rest = shorter.slice(NAME.length).replace(/^ \S* ?/, '')
  return longer.length - shorter.length <= MOST_CUT && longer.endsWith(rest)
}

const NAME = '\u0001'

/** The pieces of a text in which any text may be in the place of a hidden secret. */
const withHidden = (text: string): Piece[] =>
  text.split(/\{\{secret:\d+\}\}/).flatMap((part, at) => (at === 0 ? [{ text: part }] : [{ least: 0 }, { text: part }]))
