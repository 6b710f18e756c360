/** Writes what a first run against somebody's deployment needs. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable } from '../../reports/index.ts'
import { LEVELS_AROUND_CHANGES } from '../feature-levels.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'
import { type Answers, ciJob, environmentExample, provisionerSkeleton, targetFile } from './templates.ts'

export interface InitFlags {
  readonly name?: string
  readonly tradingUrl?: string
  readonly messagingUrl?: string
  readonly featureLevel?: number
  readonly provisioner?: string
  readonly dir: string
  readonly force?: boolean
  readonly yes?: boolean
  /** Writes a vendor's statement and nothing else. */
  readonly statement?: boolean
}

const NEWEST = Math.max(...LEVELS_AROUND_CHANGES)

export async function init(flags: InitFlags, io: Io): Promise<number> {
  const answers = await answersTo(flags, io)
  const files = filesFor(answers)
  const there = files.map(({ path }) => path).filter(path => existsSync(join(flags.dir, path)))
  if (there.length > 0 && !flags.force)
    throw new UsageError(`${there.join(', ')} already there; --force writes over ${there.length > 1 ? 'them' : 'it'}`)
  for (const { path, text } of files) write(join(flags.dir, path), text)
  io.out(`${files.map(({ path, what }) => `wrote ${path.padEnd(28)} ${what}`).join('\n')}\n${nextSteps(answers)}`)
  return 0
}

async function answersTo(flags: InitFlags, io: Io): Promise<Answers> {
  const ask = flags.yes ? undefined : io.ask
  const asked = async (question: string, said: string | undefined, otherwise: string): Promise<string> => {
    if (said !== undefined || !ask) return said ?? otherwise
    const shown = otherwise === '' ? '' : ` [${otherwise}]`
    return (await ask(`${question}${shown}: `)).trim() || otherwise
  }
  const name = await asked('How reports call the deployment', flags.name, 'staging')
  const trading = url(await asked('Root of the trading API (empty: none)', flags.tradingUrl, ''), '--trading-url')
  const messaging = url(
    await asked('Root of the messaging API (empty: none)', flags.messagingUrl, ''),
    '--messaging-url',
  )
  if (trading === '' && messaging === '')
    throw new UsageError('there is nothing to judge: give --trading-url, --messaging-url or both')
  if (messaging === '') return { name, trading, messaging, featureLevel: NEWEST, provisioner: 'none' }
  const level = await asked('Its feature level', flags.featureLevel?.toString(), String(NEWEST))
  const provisioner = await asked(
    'What makes fixtures: module, zulip, none, or an address',
    flags.provisioner,
    'module',
  )
  return { name, trading, messaging, featureLevel: levelOf(level), provisioner: provisionerOf(provisioner) }
}

function url(text: string, option: string): string {
  if (text === '') return ''
  if (!/^https?:\/\/[^\s?#]+$/.test(text))
    throw new UsageError(`${option} has to be an http or https address without a query, not "${printable(text)}"`)
  return text.replace(/\/+$/, '')
}

function levelOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`a feature level is a whole number from 1, not "${printable(text)}"`)
  return Number(text)
}

function provisionerOf(text: string): string {
  if (!['module', 'zulip', 'none'].includes(text) && !/^https?:\/\/\S+$/.test(text))
    throw new UsageError(`a provisioner is module, zulip, none or an address, not "${printable(text)}"`)
  return text
}

interface Written {
  readonly path: string
  readonly text: string
  readonly what: string
}

function filesFor(answers: Answers): Written[] {
  return [
    { path: 'target.yaml', text: targetFile(answers), what: 'where the deployment is and who may act there' },
    { path: '.env.example', text: environmentExample(answers), what: 'the secrets that the target file asks for' },
    { path: '.github/workflows/assay.yml', text: ciJob(answers), what: 'a job that judges it every night' },
    ...(answers.provisioner === 'module'
      ? [{ path: 'provision.mjs', text: provisionerSkeleton, what: 'makes what the contract cannot make: fill it in' }]
      : []),
  ]
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${(error as { code?: string }).code ?? 'unknown error'})`)
  }
}

const nextSteps = ({ messaging }: Answers): string => `
Next:
  npx assay doctor --target target.yaml    what a run could judge, and what is missing
  npx assay run --target target.yaml       a first run, which only reads
${messaging === '' ? '' : 'Then name people in target.yaml and put their keys into the environment (.env.example).\n'}`
