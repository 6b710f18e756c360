/** The report's own coverage, whatever it holds: pairs of a part and a whole as meters, the rest as a list. */
import { type Html, html } from './html.ts'

const DEEPEST = 4

export function reportedCoverage(coverage: Readonly<Record<string, unknown>>): Html | null {
  if (Object.keys(coverage).length === 0) return null
  return html`<div class="reported">${members(coverage, 1)}</div>`
}

function members(value: Readonly<Record<string, unknown>>, depth: number): Html {
  return html`<dl>${Object.entries(value).map(
    ([name, member]) => html`<div><dt>${words(name)}</dt><dd>${shown(member, depth)}</dd></div>`,
  )}</dl>`
}

function shown(value: unknown, depth: number): Html | string {
  if (isRecord(value)) {
    const pair = partOf(value)
    if (pair !== null) return pair
    return depth >= DEEPEST ? JSON.stringify(value).slice(0, 300) : members(value, depth + 1)
  }
  if (Array.isArray(value)) {
    const list = value.slice(0, 50).map(item => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
    return value.length === 0 ? 'none' : `${value.length}: ${list.join(', ')}${value.length > 50 ? '…' : ''}`
  }
  return String(value)
}

/** `{ seen: 12, total: 30, … }` under any of the usual names. */
function partOf(value: Readonly<Record<string, unknown>>): Html | null {
  const number = (...names: readonly string[]): number | null => {
    for (const name of names) if (typeof value[name] === 'number') return value[name]
    return null
  }
  const [part, whole] = [number('seen', 'covered', 'hit', 'touched', 'done'), number('total', 'of', 'all', 'known')]
  if (part === null || whole === null) return null
  const share = whole === 0 ? 0 : Math.round((part / whole) * 100)
  const missing = value['missing'] ?? value['unseen']
  const list =
    Array.isArray(missing) && missing.length > 0 ? `; missing ${missing.slice(0, 30).map(String).join(', ')}` : ''
  return html`${part} of ${whole} (${share} %)${list}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const words = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ')
