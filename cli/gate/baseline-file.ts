/** The baseline file: failures that are known, each with a reason, a ticket and a last day. */
import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import { ConfigurationError } from '../../harness/index.ts'

export interface KnownFailure {
  readonly requirement: string
  readonly reason: string
  readonly ticket: string
  /** The last day on which it is tolerated, as 2026-12-31. */
  readonly expires: string
}

export interface Baseline {
  readonly file: string
  readonly entries: readonly KnownFailure[]
}

const MEMBERS = ['reason', 'ticket', 'expires'] as const

export function readBaseline(file: string): Baseline {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    throw new ConfigurationError(
      `${file}: ${code === 'ENOENT' ? 'there is no such baseline' : `cannot be read (${code ?? 'unknown error'})`}`,
    )
  }
  return { file, entries: parseBaseline(text, file) }
}

export function parseBaseline(text: string, file: string): KnownFailure[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = (offset: number | undefined, what: string): ConfigurationError =>
    new ConfigurationError(`${file}:${lines.linePos(offset ?? 0).line}: ${what}`)
  const [syntax] = document.errors
  if (syntax) throw wrong(syntax.pos[0], syntax.message.split('\n')[0] ?? 'is no YAML')
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isMap(contents)) throw wrong(0, 'a baseline maps requirement ids to reason, ticket and expires')
  return contents.items.map(({ key, value }) => {
    const [requirement, place] = isScalar(key) ? [String(key.value), key.range?.[0]] : ['', 0]
    if (!isMap(value)) throw wrong(place, `${requirement} lacks reason, ticket and expires`)
    const members = value.toJSON() as Record<string, unknown>
    const unknown = Object.keys(members).find(name => !MEMBERS.some(member => member === name))
    if (unknown !== undefined) throw wrong(place, `${requirement} has no member "${unknown}"`)
    const said = (name: (typeof MEMBERS)[number]): string => String(members[name] ?? '').trim()
    const missing = MEMBERS.find(name => said(name) === '')
    if (missing) throw wrong(place, `${requirement} lacks "${missing}"`)
    const expires = said('expires')
    if (!isDay(expires))
      throw wrong(place, `${requirement} expires on "${expires}", which is no day such as 2026-12-31`)
    return { requirement, reason: said('reason'), ticket: said('ticket'), expires }
  })
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const PREAMBLE = `# Known failures: \`assay run --baseline\` and \`assay merge --baseline\` tolerate them until their last day.
# They still run. An entry that passes again, has expired, or names no requirement fails the gate.
`

export function baselineText(entries: readonly KnownFailure[]): string {
  if (entries.length === 0) return `${PREAMBLE}{}\n`
  const sorted = [...entries].sort((a, b) => (a.requirement < b.requirement ? -1 : 1))
  const map = Object.fromEntries(
    sorted.map(({ requirement, reason, ticket, expires }) => [requirement, { reason, ticket, expires }]),
  )
  return `${PREAMBLE}${stringify(map, { lineWidth: 0 })}`
}
