/** The baseline file: known failures, each with a reason, a ticket and a last day. */
import type { ErrorObject } from 'ajv'
import { stringify } from 'yaml'
import baselineSchema from '../../generated/baseline-schema.ts'
import type { BaselineFile } from '../../generated/formats.ts'
import { boundedYaml, ConfigurationError, offsetOf, readBounded, validatorOf } from '../../harness/index.ts'

export interface KnownFailure {
  readonly requirement: string
  readonly reason: string
  readonly ticket: string
  /** The last day on which the failure is tolerated, as 2026-12-31. */
  readonly expires: string
}

export interface Baseline {
  readonly file: string
  readonly entries: readonly KnownFailure[]
}

const LARGEST = 4 * 1024 * 1024

export function readBaseline(file: string): Baseline {
  return { file, entries: parseBaseline(readBounded(file, LARGEST, 'baseline'), file) }
}

export function parseBaseline(text: string, file: string): KnownFailure[] {
  const { document, at, toJS } = boundedYaml(text, file)
  const wrong = (offset: number, what: string): ConfigurationError => new ConfigurationError(`${at(offset)}: ${what}`)
  const data: unknown = toJS() ?? {}
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
    ? `${requirement} expires on "${said}", which is not a day such as 2026-12-31`
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
