/** The baseline file: failures that are known, each with a reason, a ticket and a last day. */
import { readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv'
import { LineCounter, parseDocument, stringify } from 'yaml'
import baselineSchema from '../../generated/baseline-schema.ts'
import type { BaselineFile } from '../../generated/formats.ts'
import { ConfigurationError, offsetOf, validatorOf } from '../../harness/index.ts'

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
  const wrong = (offset: number, what: string): ConfigurationError => {
    const { line, col } = lines.linePos(offset)
    return new ConfigurationError(`${file}:${line}:${col}: ${what}`)
  }
  const [syntax] = document.errors
  if (syntax) throw wrong(syntax.pos[0], syntax.message.split('\n')[0] ?? 'is no YAML')
  const data: unknown = document.toJS() ?? {}
  const valid = validatorOf(baselineSchema)
  if (!valid(data)) throw wrong(offsetOf(document, placeOf(valid.errors?.[0])), sentenceFor(valid.errors?.[0], data))
  return Object.entries(data as BaselineFile).map(([requirement, { reason, ticket, expires }]) => ({
    requirement,
    reason: reason.trim(),
    ticket: String(ticket).trim(),
    expires,
  }))
}

type Mistake = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'> | undefined

const placeOf = (mistake: Mistake): string => {
  const unknown: unknown = mistake?.params['additionalProperty']
  return `${mistake?.instancePath ?? ''}${unknown === undefined ? '' : `/${unknown}`}`
}

function sentenceFor(mistake: Mistake, data: unknown): string {
  const [, requirement, member] = mistake?.instancePath.split('/') ?? []
  if (!mistake || requirement === undefined) return 'a baseline maps requirement ids to reason, ticket and expires'
  if (mistake.keyword === 'additionalProperties')
    return `${requirement} has no member "${mistake.params['additionalProperty']}"`
  if (mistake.keyword === 'required') return `${requirement} lacks "${mistake.params['missingProperty']}"`
  if (member === undefined) return `${requirement} lacks reason, ticket and expires`
  const said = (data as Record<string, Record<string, unknown>>)[requirement]?.[member]
  return member === 'expires' && said !== null
    ? `${requirement} expires on "${said}", which is no day such as 2026-12-31`
    : `${requirement} lacks "${member}"`
}

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
