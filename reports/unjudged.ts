/** What was not judged, one entry for each cause. */
import { shortened, wrapped } from './columns.ts'
import { printable } from './escape.ts'

interface Because {
  readonly kind: string
}

export interface Unjudged<Known extends Because = Because> {
  readonly id: string
  readonly reason: string | null
  readonly because?: Known | null | undefined
  readonly why: string | null
}

export interface Obstacle<Known extends Because = Because> {
  readonly reason: string | null
  readonly because: Known | null
  readonly why: string
  readonly ids: readonly string[]
}

/** Causes of the most requirements come first. Reasons that differ only in a number are reported as one. */
export function obstacles<Known extends Because>(entries: readonly Unjudged<Known>[]): Obstacle<Known>[] {
  const groups = new Map<string, { reason: string | null; because: Known | null; whys: Set<string>; ids: string[] }>()
  for (const { id, reason, because = null, why } of entries) {
    const text = why ?? 'nothing more is known'
    const key = `${reason} ${because?.kind} ${text.replaceAll(/\d+/g, '0')}`
    const group = groups.get(key) ?? { reason, because, whys: new Set(), ids: [] }
    group.whys.add(text)
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ reason, because, whys, ids }) => ({ reason, because, why: asOne([...whys]), ids }))
    .sort((a, b) => b.ids.length - a.ids.length)
}

/** `has 215 of 300` and `has 389 of 300` become `has 215..389 of 300`; feature levels get words of their own. */
function asOne(whys: readonly string[]): string {
  const numbers = whys.map(why => (why.match(/\d+/g) ?? []).map(Number))
  let n = 0
  const text = (whys[0] ?? '').replaceAll(/\d+/g, own => {
    const all = numbers.map(list => list[n] ?? 0)
    n++
    const [least, most] = [Math.min(...all), Math.max(...all)]
    return least === most ? own : `${least}..${most}`
  })
  return text
    .replace(UP_TO, 'removed or changed by level $5, which $3 $4 (last levels $1 to $2)')
    .replace(FROM, 'added or changed after level $5, which $3 $4 (first levels $1 to $2)')
}

const UP_TO = /^it applies up to feature level (\d+)\.\.(\d+); (.+) (claims|has) (\d+)$/
const FROM = /^it applies from feature level (\d+)\.\.(\d+); (.+) (claims|has) (\d+)$/

const MOST_LINES = 15
const MOST = 600

export interface Listing {
  readonly most?: number | undefined
  /** Whether the requirements of each cause are listed. */
  readonly named?: boolean
}

export function obstacleLines(
  groups: readonly Obstacle[],
  columns: number,
  { most = MOST_LINES, named = false }: Listing = {},
): string[] {
  const lines = groups.slice(0, most).flatMap(({ reason, why, ids }) => {
    const text = shortened(printable(why), MOST)
    const cause = reason === null ? text : `${text} (${reason})`
    const [first = '', ...rest] = wrapped(cause, columns - 8)
    const names = named ? wrapped(idsInWords(ids), columns - 8) : []
    return [`${String(ids.length).padStart(6)}  ${first}`, ...[...rest, ...names].map(line => `        ${line}`)]
  })
  const more = groups.slice(most)
  if (more.length === 0) return lines
  const count = more.reduce((sum, { ids }) => sum + ids.length, 0)
  const rest = more.length === 1 ? 'one other reason' : `${more.length} other reasons`
  return [...lines, `${String(count).padStart(6)}  for ${rest}`]
}

const MOST_NAMES = 6

/** `trading.networks: key, memo-regex, 23 more; trading.coins: list`. */
export function idsInWords(ids: readonly string[]): string {
  const byArea = new Map<string, string[]>()
  for (const id of ids) {
    const [area, name] = [id.split('.').slice(0, 2).join('.'), id.split('.').slice(2).join('.')]
    byArea.set(area, [...(byArea.get(area) ?? []), name])
  }
  const each = Math.max(2, Math.floor(MOST_NAMES / byArea.size))
  const areas = [...byArea].map(([area, names]) => {
    const more = names.length - each
    const few = more > 1 ? [...names.slice(0, each), `${more} more`] : names
    return `${area}: ${few.join(', ')}`
  })
  const further = areas.length - MOST_NAMES
  return printable([...areas.slice(0, MOST_NAMES), ...(further > 0 ? [`${further} more areas`] : [])].join('; '))
}
