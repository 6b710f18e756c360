/** Writes the report of a run and tells what came out. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../generated/formats.ts'
import { junit, summary } from '../reports/index.ts'
import { findExchanges } from './find-exchanges.ts'
import type { Io } from './io.ts'
import type { RunFlags } from './run.ts'

interface Circumstances {
  /** One sentence where no request of the run got a reply. */
  readonly silence: string | null
  readonly seconds: number
}

export async function tell(report: Report, came: Circumstances, flags: RunFlags, io: Io): Promise<void> {
  const reporters = flags.reporter ?? ['terminal']
  const file = (name: string): string => join(flags.out, name)
  writeFileSync(file('report.json'), `${JSON.stringify(report, null, 2)}\n`)
  if (reporters.includes('junit')) writeFileSync(file('junit.xml'), junit(report))
  const say = flags.json ? io.err : io.out
  if (came.silence !== null && !report.run.interrupted) io.err(`assay: ${came.silence}\n`)
  else if (reporters.includes('terminal')) {
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const found = await findExchanges(file('exchanges.ndjson'), new Set(broken.flatMap(({ exchanges }) => exchanges)))
    const names = [
      'report.json',
      'exchanges.ndjson',
      'claims.ndjson',
      ...(reporters.includes('junit') ? ['junit.xml'] : []),
    ]
    const layout = { columns: io.columns(), colour: io.colour, seconds: came.seconds }
    say(summary(report, { ...layout, find: n => found.get(n), folder: flags.out, files: names, again: again(flags) }))
  }
  if (flags.json) io.out(`${JSON.stringify(report.summary)}\n`)
}

/** The command line that does the same run again. */
function again(flags: RunFlags): string {
  const words = ['npx assay run']
  if (flags.target !== undefined) words.push(`--target ${quoted(flags.target)}`)
  if (flags.featureLevel !== undefined) words.push(`--feature-level ${flags.featureLevel}`)
  if (flags.profile !== 'everything') words.push(`--profile ${flags.profile}`)
  for (const pattern of flags.only ?? []) words.push(`--only ${quoted(pattern)}`)
  if (flags.allow && flags.allow.length > 0) words.push(`--allow ${flags.allow.join(',')}`)
  if (flags.budget !== 'standard') words.push(`--budget ${flags.budget}`)
  return `${words.join(' ')} --seed ${flags.seed}`
}

const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
