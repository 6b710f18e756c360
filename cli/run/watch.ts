/** `run --watch`: judges failed requirements again when a file changes or the target replies differently, until Ctrl-C. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigurationError, run as judge, loadTarget, memorySink } from '../../harness/index.ts'
import { readRun } from '../finished/read-run.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import { unsettled } from './rerun.ts'
import { run, scopeOf, subjectOf } from './run.ts'
import type { RunFlags } from './run-flags.ts'

const EVERY_MS = 2_000
/** After a look at the target, the pause is at least this many times as long as the look took. */
const SHARE = 5
const MOST_PROBED = 3

export async function watch(flags: RunFlags, io: Io, every = EVERY_MS): Promise<number> {
  if (flags.target === undefined) throw new UsageError('--watch needs a target that can change: name it with --target')
  if (flags.rerunFailed !== undefined || flags.dryRun)
    throw new UsageError('--watch goes with neither --rerun-failed nor --dry-run')
  if (flags.shard || flags.json) throw new UsageError('--watch goes with neither --shard nor --json')
  let stopped = false
  let wake = (): void => {}
  const forget = io.onInterrupt(() => {
    stopped = true
    wake()
  })
  const pause = (ms: number): Promise<void> =>
    new Promise(done => {
      const timer = setTimeout(done, ms)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  let status = await run(flags, io)
  let wanted = await leftIn(flags)
  try {
    while (!stopped) {
      const files = stampOf(flags)
      const before = wanted.length === 0 ? '' : await answersTo(flags, wanted)
      io.err(
        `assay: watching; ${countText(wanted.length)}. A changed file or another answer starts it again, Ctrl-C ends it.\n`,
      )
      let reason = ''
      let rest = every
      while (!stopped && reason === '') {
        await pause(rest)
        if (stopped) break
        if (stampOf(flags) !== files) reason = 'a file changed'
        else if (wanted.length > 0) {
          const startedAt = performance.now()
          if ((await answersTo(flags, wanted)) !== before) reason = 'the target answers differently'
          rest = Math.max(every, (performance.now() - startedAt) * SHARE)
        }
      }
      if (stopped) break
      io.err(`assay: ${reason}\n`)
      status = await runWanted(flags, wanted, io)
      wanted = await leftIn(flags)
    }
  } finally {
    forget()
  }
  return status
}

/** An error in a file is reported; the run is tried again when the file changes. */
async function runWanted(flags: RunFlags, wanted: readonly string[], io: Io): Promise<number> {
  try {
    return await run(wanted.length === 0 ? flags : { ...flags, only: wanted }, io)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    io.err(`assay: ${error.message}\n`)
    return 2
  }
}

const countText = (count: number): string =>
  count === 0
    ? 'nothing failed'
    : `${count} ${count === 1 ? 'requirement' : 'requirements'} failed or could not be judged`

async function leftIn({ out }: RunFlags): Promise<string[]> {
  return unsettled((await readRun(out)).report)
}

/** Runs a few of the failed requirements and writes nothing, to notice when the target replies differently. */
async function answersTo(flags: RunFlags, wanted: readonly string[]): Promise<string> {
  try {
    const subject = await subjectOf(flags)
    const scope = await scopeOf({ ...flags, only: wanted.slice(0, MOST_PROBED) }, subject, null)
    const { report } = await judge({ ...scope, sink: memorySink(), once: true })
    return JSON.stringify(
      report.requirements.map(({ id, verdict, reason, expected }) => [id, verdict, reason, expected]),
    )
  } catch (error) {
    return String(error)
  }
}

/** The times and sizes of all files that a run reads. */
function stampOf({ target, baseline, suites, contract }: RunFlags): string {
  const named = [target, baseline, suites, contract].filter(name => name !== undefined)
  return [...named, ...provisionerOf(target)].flatMap(name => times(resolve(name))).join(' ')
}

function provisionerOf(file: string | undefined): string[] {
  try {
    const { folder, messaging } = loadTarget(file ?? '')
    const { provisioner = '' } = messaging ?? {}
    return provisioner.startsWith('.') ? [join(folder, provisioner)] : []
  } catch {
    return []
  }
}

function times(path: string): string[] {
  try {
    const found = statSync(path)
    if (!found.isDirectory()) return [`${path} ${found.mtimeMs} ${found.size}`]
    return readdirSync(path).flatMap(name =>
      name.startsWith('.') || name === 'node_modules' ? [] : times(join(path, name)),
    )
  } catch {
    return [`${path} gone`]
  }
}
