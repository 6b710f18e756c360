/** Reads the folder of a run; if the run was killed, reads what it wrote until then. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import claimSchema from '../../generated/claim-schema.ts'
import exchangeSchema from '../../generated/exchange-schema.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import reportSchema from '../../generated/report-schema.ts'
import { ConfigurationError, isObject, MOST_TIMES, outOfBounds, readBounded, validatorOf } from '../../harness/index.ts'
import { type FinishedRun, printable, withReplyCut } from '../../reports/index.ts'
import { requireFolder, runningIn } from '../out/out-folder.ts'
import { shapeMistake } from '../shape-mistake.ts'
import { UsageError } from '../usage-error.ts'
import { contradictionsOf } from './contradictions.ts'
import { readRecords, recordsOf } from './read-records.ts'

const names = ['report.json', 'exchanges.ndjson', 'claims.ndjson'] as const

const LARGEST_REPORT = 256 * 1024 * 1024
/** How many bytes of a very long run are kept in memory, in addition to records that must not be left out. */
const MOST_OF_EXCHANGES = 80_000_000
const MOST_OF_CLAIMS = 40_000_000

/**
 * Which records of a very long run are kept in memory: those that can be shown, all, or only claims that decide verdicts
 * and exchanges that the report cites.
 */
export type Keeping = 'shown' | 'all' | 'decisive'

/** The contents of a run's folder. */
export interface RunInFolder extends FinishedRun {
  /** Why the folder has no usable report. Claims alone do not state what was judged, and where. */
  readonly noReport?: string
}

/** For commands that need to know what was judged, and where. */
export function requireReport(folder: string, { noReport }: RunInFolder, next = ''): void {
  if (noReport !== undefined)
    throw new UsageError(`${printable(folder)}: ${noReport}, and nothing else says what the run judged${next}`)
}

/** `suites`: the folder of the user's own contract that the run judged. */
export async function readRun(folder: string, suites?: string, wanted: Keeping = 'shown'): Promise<RunInFolder> {
  requireFolder(folder, 'a run')
  if (suites !== undefined) requireFolder(suites, 'a contract of your own')
  if (!holdsRun(folder)) {
    const [one] = deploymentsIn(folder)
    throw new UsageError(
      one === undefined
        ? `${printable(folder)} holds no run: there is no ${names.join(', no ')}`
        : `${printable(folder)} holds no run itself, but one of each deployment: name one of these folders, such as ${printable(join(folder, one))}`,
    )
  }
  const damage: string[] = []
  const omitted: string[] = []
  const found = readReport(join(folder, 'report.json'), damage)
  const report = typeof found === 'string' ? null : found
  const isKilled = report === null || report.run.unfinished === true
  // The report of a killed run is rebuilt from its exchanges.
  const keeping = isKilled && wanted === 'decisive' ? 'shown' : wanted
  const most = (shown: number): number => ({ shown, all: Number.POSITIVE_INFINITY, decisive: 0 })[keeping]
  const cited = new Set(report?.requirements.flatMap(({ exchanges: numbers }) => numbers))
  const exchanges = await readRecords<ExchangeRecord>(join(folder, 'exchanges.ndjson'), isExchange, damage, {
    keeps: (exchange, size) => {
      if (size < most(MOST_OF_EXCHANGES)) return exchange
      return cited.has(exchange.n) ? withReplyCut(exchange) : null
    },
    omitted,
  })
  const everyExchange = (): AsyncIterable<ExchangeRecord> => exchangesIn(folder)
  const isDecisive = decisive()
  const claims = await readRecords<ClaimRecord>(join(folder, 'claims.ndjson'), isClaim, damage, {
    keeps: (claim, size) => (isDecisive(claim) || size < most(MOST_OF_CLAIMS) ? claim : null),
    omitted,
  })
  if (report !== null && report.run.unfinished !== true) {
    const contradictions = contradictionsOf({ report, exchanges, claims, damage })
    if (keeping === 'shown') damage.push(...omitted)
    return { report, exchanges, everyExchange, claims, damage, contradictions }
  }
  if (keeping === 'shown') damage.push(...omitted)
  const { headOf, rebuildReport } = await import('./rebuild-report.ts')
  const evidence = { exchanges, claims }
  const { apisOf, unknownIn } = await import('./apis-of.ts')
  const head = report ?? headOf(basename(resolve(folder)), evidence)
  const known = await apisOf(suites)
  const unknown = unknownIn(head, known)
  if (unknown !== null) damage.push(`Causes and coverage are left out: ${unknown}.`)
  const noReport = typeof found === 'string' ? { noReport: found } : {}
  return { report: rebuildReport(head, evidence, known), exchanges, everyExchange, claims, damage, ...noReport }
}

/** The folders in which a run of several deployments wrote its reports. */
const holdsRun = (folder: string): boolean => names.some(name => existsSync(join(folder, name)))

function deploymentsIn(folder: string): string[] {
  return readdirSync(folder).filter(name => existsSync(join(folder, name, 'report.json')))
}

/** The folders of runs that a folder stands for: its own run, or one of each deployment. */
export function runFoldersIn(folder: string): string[] {
  requireFolder(folder, 'a run')
  const inside = holdsRun(folder) ? [] : deploymentsIn(folder)
  return inside.length > 0 ? inside.map(name => join(folder, name)) : [folder]
}

/** Whether a claim can change a verdict or its message. Of the claims of one check that hold, only the first can. */
function decisive(): (claim: ClaimRecord) => boolean {
  const seen = new Map<string, number>()
  return ({ requirement, check, attempt, outcome, weight }) => {
    const key = [requirement, check, attempt, outcome, weight].join(' ')
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return before < (outcome === 'holds' ? 1 : MOST_TIMES)
  }
}

/** The report, or why there is none. */
function readReport(file: string, damage: string[]): Report | string {
  const rebuilt = 'the verdicts are those of the claims that were written, and all else is unverified.'
  if (!existsSync(file)) {
    damage.push(`There is no report.json, nor what a run writes there as it begins: ${rebuilt}`)
    return 'there is no report.json'
  }
  let report: unknown
  let text = ''
  try {
    text = readBounded(file, LARGEST_REPORT)
    const excess = outOfBounds(text)
    if (excess !== null) throw new UsageError(`${printable(file)} ${excess}`)
    report = JSON.parse(text)
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const why = isBeginning(text) ? 'report.json is cut off' : 'report.json cannot be read as JSON'
    damage.push(`${why}: ${rebuilt}`)
    return why
  }
  const schema = isObject(report) && typeof report['schema'] === 'string' ? report['schema'] : 'something else'
  if (!isObject(report) || schema !== 'assay-report/1')
    throw new UsageError(
      `${printable(file)} is not a report of format assay-report/1 but ${printable(schema.slice(0, 100))}`,
    )
  const valid = validatorOf(reportSchema)
  if (!valid(report)) {
    throw new UsageError(
      `${printable(file)} is not a valid report: ${shapeMistake(valid.errors?.[0], 'the report').why}`,
    )
  }
  const whole = report as unknown as Report
  const { unfinished, id } = whole.run
  const running = unfinished ? runningIn(dirname(file)) : null
  if (running !== null) damage.push(`The run is still under way (${running}): ${rebuilt}`)
  else if (unfinished) damage.push(`The run was killed before it could write its report: ${rebuilt} ${lost(id)}`)
  return whole
}

/** Whether a text that is not JSON looks like the beginning of an object. */
const isBeginning = (text: string): boolean => /^\s*\{/.test(text) && !/\}\s*$/.test(text)

const lost = (run: string): string =>
  `What it observed is lost; assay clean --run ${run} finds what it left in the target.`

export const exchangesIn = (folder: string): AsyncIterable<ExchangeRecord> =>
  recordsOf(join(folder, 'exchanges.ndjson'), isExchange)

export const claimsIn = (folder: string): AsyncIterable<ClaimRecord> =>
  recordsOf(join(folder, 'claims.ndjson'), isClaim)

const isExchange = (value: unknown): value is ExchangeRecord => validatorOf(exchangeSchema)(value)

const isClaim = (value: unknown): value is ClaimRecord => validatorOf(claimSchema)(value)
