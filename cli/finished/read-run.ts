/** Reads a run's folder; of a run that was killed, whatever is there. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { type FinishedRun, printable } from '../../reports/index.ts'
import { UsageError } from '../usage-error.ts'
import { readRecords } from './read-records.ts'

const names = ['report.json', 'exchanges.ndjson', 'claims.ndjson'] as const

export async function readRun(folder: string): Promise<FinishedRun> {
  if (!names.some(name => existsSync(join(folder, name)))) {
    throw new UsageError(`${printable(folder)} holds no run: there is no ${names.join(', no ')}`)
  }
  const damage: string[] = []
  const exchanges = await readRecords<ExchangeRecord>(join(folder, 'exchanges.ndjson'), isExchange, damage)
  const claims = await readRecords<ClaimRecord>(join(folder, 'claims.ndjson'), isClaim, damage)
  const report = readReport(join(folder, 'report.json'), damage)
  if (report !== null && report.run.unfinished !== true) return { report, exchanges, claims, damage }
  const { headless, rebuildReport } = await import('./rebuild-report.ts')
  const evidence = { exchanges, claims }
  const head = report ?? headless(basename(resolve(folder)), evidence)
  return { report: rebuildReport(head, evidence), exchanges, claims, damage }
}

function readReport(file: string, damage: string[]): Report | null {
  const rebuilt = 'the verdicts are those of the claims that were written, and all else is unverified.'
  if (!existsSync(file)) {
    damage.push(`There is no report.json, nor what a run writes there as it begins: ${rebuilt}`)
    return null
  }
  let report: unknown
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    damage.push(`report.json is cut off: ${rebuilt}`)
    return null
  }
  if (isObject(report) && report['schema'] === 'assay-report/1' && isWhole(report)) {
    const whole = report as unknown as Report
    const { unfinished, id } = whole.run
    if (unfinished) damage.push(`The run was killed before it could write its report: ${rebuilt} ${lost(id)}`)
    return whole
  }
  const said = isObject(report) && typeof report['schema'] === 'string' ? ` but ${report['schema']}` : ''
  throw new UsageError(`${printable(file)} is not a report of format assay-report/1${printable(said)}`)
}

const lost = (run: string): string =>
  `What it observed is lost; assay clean --run ${run} finds what it left in the target.`

const isWhole = ({ kit, target, run, summary, requirements, observations, leftovers, coverage }: Json): boolean =>
  [kit, target, run, summary, coverage].every(isObject) && [requirements, observations, leftovers].every(Array.isArray)

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isExchange = (value: unknown): value is ExchangeRecord =>
  isObject(value) && Number.isInteger(value['n']) && typeof value['sentAt'] === 'string' && isObject(value['request'])

const isClaim = (value: unknown): value is ClaimRecord =>
  isObject(value) && Number.isInteger(value['n']) && typeof value['requirement'] === 'string' && isObject(value['args'])
