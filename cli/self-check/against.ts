/** The kit on somebody else's server: any command that prints a target file and takes `--fault`, `--variant`, `--list`. */
import { spawn, spawnSync } from 'node:child_process'
import { parse } from 'yaml'
import { type EvidenceSink, run, type Target, validTarget } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { UsageError } from '../usage-error.ts'
import { problemsOf, type Trial } from './judge-subject.ts'
import { faultSubject, type Subject, variantSubject } from './subject.ts'

const PATIENCE_MS = 30_000
const forgetful: EvidenceSink = { exchange: () => {}, claim: () => {}, close: () => {} }

interface Listed {
  readonly id: string
  readonly api?: 'trading' | 'messaging'
  readonly breaches?: readonly string[]
  readonly mayAlso?: readonly string[]
  readonly weight?: 'must' | 'should'
  readonly leaves?: 'incomplete'
}

/** What the command says it can do: `COMMAND --list --json` prints an object with `faults` and `variants`. */
export function subjectsOf(command: string): Subject[] {
  const { stdout, status } = spawnSync(`${command} --list --json`, {
    shell: true,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  let listed: { faults?: readonly Listed[]; variants?: readonly Listed[] }
  try {
    listed = JSON.parse(stdout) as typeof listed
  } catch {
    throw new UsageError(`${command} --list --json printed no JSON object (it ended with ${status})`)
  }
  const apiOf = ({ api, id }: Listed): 'trading' | 'messaging' =>
    api ?? (id.startsWith('trading') ? 'trading' : 'messaging')
  const faults = (listed.faults ?? []).map(fault => ({ describes: '', breaches: [], ...fault, api: apiOf(fault) }))
  const variants = (listed.variants ?? []).map(variant => ({
    describes: '',
    uses: '',
    ...variant,
    api: apiOf(variant),
  }))
  return [...faults.map(faultSubject), ...variants.map(variantSubject)]
}

/** Starts the command for one subject, judges what it serves over sockets, and ends it. */
export async function judgeAgainst(command: string, subject: Subject): Promise<Trial> {
  const flags = [...subject.faults.map(id => `--fault ${id}`), ...subject.variants.map(id => `--variant ${id}`)].join(
    ' ',
  )
  const server = spawn(`exec ${command} ${flags}`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const target = await printedTarget(server, command)
    const { report, mistakes } = await run({
      target,
      areas: suites,
      sink: forgetful,
      only: [`${subject.api}.*`],
      allow: ['write', 'destructive'],
      once: true,
    })
    const ids = (verdict: string): string[] =>
      report.requirements.filter(entry => entry.verdict === verdict).map(({ id }) => id)
    const trial = {
      subject,
      failed: ids('fail'),
      warned: ids('warn'),
      unverified: [],
      exchanges: report.run.exchanges,
      caughtAt: null,
      ms: Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt),
      mistakes: mistakes.map(({ check, error }) => `${check}: ${error.message}`),
    }
    return { ...trial, problems: unnamed(subject) ? uncaught(trial.failed) : problemsOf(trial) }
  } finally {
    server.kill('SIGTERM')
  }
}

/** A fault that does not say what it breaches has to make something fail. */
const unnamed = ({ kind, breaches }: Subject): boolean => kind === 'fault' && breaches.length === 0
const uncaught = (failed: readonly string[]): string[] => (failed.length > 0 ? [] : ['nothing failed'])

function printedTarget(server: ReturnType<typeof spawn>, command: string): Promise<Target> {
  return new Promise((resolve, reject) => {
    let text = ''
    const giveUp = (why: string): void => reject(new UsageError(`${command} ${why}`))
    const timer = setTimeout(() => giveUp(`printed no target file within ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS)
    server.on('error', error => giveUp(`cannot be started: ${error.message}`))
    server.on('exit', status => giveUp(`ended with ${status} before it printed a target file`))
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const target = targetIn(text)
      if (!target) return
      clearTimeout(timer)
      server.removeAllListeners('exit')
      resolve({ ...target, folder: '.', file: null })
    })
  })
}

/** The text so far as a target file; undefined while there is more to come. */
function targetIn(text: string): ReturnType<typeof validTarget> | undefined {
  try {
    return text.endsWith('\n') ? validTarget(parse(text)) : undefined
  } catch {
    return undefined
  }
}
