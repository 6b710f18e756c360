/** `assay init`: writes the files that a first run against a deployment needs. */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError, makeFolder, validTarget } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { LEVELS_AROUND_CHANGES } from '../options/feature-levels.ts'
import { writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { quoted } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'
import { addDependency } from './dependency.ts'
import { lookAt } from './look.ts'
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
  /** False: package.json is not changed. */
  readonly dependency?: boolean
}

const NEWEST = Math.max(...LEVELS_AROUND_CHANGES)

export async function init(flags: InitFlags, io: Io): Promise<number> {
  const answers = await answersTo(flags, io)
  const files = filesFor(answers)
  const there = files.map(({ path }) => path).filter(path => existsSync(join(flags.dir, path)))
  if (there.length > 0 && !flags.force)
    throw new UsageError(
      `${there.join(', ')} ${there.length > 1 ? 'exist already; --force overwrites them' : 'exists already; --force overwrites it'}`,
    )
  for (const { path, text } of files) write(join(flags.dir, path), text)
  const lines = files.map(({ path, what }) => `wrote ${path.padEnd(28)} ${what}`)
  if (flags.dependency !== false) lines.push(...addDependency(flags.dir))
  io.out(`${lines.join('\n')}\n${nextSteps(answers, quoted(join(flags.dir, 'target.yaml')))}`)
  return 0
}

interface Answered extends Answers {
  /** Nobody said which feature level the deployment has. */
  readonly isAssumed?: boolean
}

async function answersTo(flags: InitFlags, io: Io): Promise<Answered> {
  const ask = flags.yes ? undefined : io.ask
  const name = await askFor(ask, io, 'Name of the deployment in reports', flags.name, 'staging', text => text)
  const tradingUrl = await address('trading', flags.tradingUrl, ask, io)
  const chat = await address('messaging', flags.messagingUrl, ask, io)
  const trading = tradingUrl.url
  const messaging = chat.url
  if (trading === '' && messaging === '')
    throw new UsageError('there is nothing to judge: give --trading-url, --messaging-url or both')
  if (messaging === '') {
    if (flags.provisioner !== undefined) provisionerOf(flags.provisioner)
    return { name, trading, messaging, featureLevel: NEWEST, provisioner: 'none' }
  }
  const newest = String(chat.featureLevel ?? NEWEST)
  const featureLevel = await askFor(ask, io, 'Its feature level', flags.featureLevel?.toString(), newest, levelOf)
  const question = 'What creates fixtures: module, zulip, none, or an address'
  const usual = chat.featureLevel === undefined ? 'module' : 'zulip'
  const provisioner = await askFor(ask, io, question, flags.provisioner, usual, provisionerOf)
  const isAssumed = flags.featureLevel === undefined && !ask
  return { name, trading, messaging, featureLevel, provisioner, isAssumed }
}

type Question = ((question: string) => Promise<string>) | undefined
const MOST_TRIES = 5

/** Reports a wrong answer and asks again; earlier answers are kept. */
async function askFor<Value>(
  ask: Question,
  io: Io,
  question: string,
  said: string | undefined,
  otherwise: string,
  read: (text: string) => Value,
): Promise<Value> {
  if (said !== undefined || !ask) return read(said ?? otherwise)
  const shown = otherwise === '' ? '' : ` [${otherwise}]`
  for (let left = MOST_TRIES; ; left--) {
    try {
      return read((await ask(`${question}${shown}: `)).trim() || otherwise)
    } catch (error) {
      if (!(error instanceof ConfigurationError) || left === 1) throw error
      io.out(`  ${printable(error.message)}\n`)
    }
  }
}

interface Place {
  readonly url: string
  readonly featureLevel?: number
}

/**
 * Tries the address as it is typed. If the API replies at a similar root, offers that one. The user keeps an address by
 * giving it again.
 */
async function address(api: 'trading' | 'messaging', said: string | undefined, ask: Question, io: Io): Promise<Place> {
  const question = `Root of the ${api} API (empty: none)`
  const read = (text: string): string =>
    url(text, said === undefined ? `the root of the ${api} API` : `--${api}-url`, baseUrl => ({
      [api]: api === 'trading' ? { baseUrl } : { baseUrl, featureLevel: NEWEST },
    }))
  let kept = ''
  for (let left = MOST_TRIES; ; left--) {
    const typed = await askFor(ask, io, question, said, kept, read)
    if (typed === '' || !ask || said !== undefined) return { url: typed }
    const seen = await lookAt(api, typed)
    io.out(`  ${printable(seen.sentence)}\n`)
    if (seen.answers || typed === kept || left === 1)
      return { url: typed, ...(seen.featureLevel !== undefined && { featureLevel: seen.featureLevel }) }
    kept = seen.better ?? typed
    io.out(
      `  ${seen.better === undefined ? 'Press Enter to keep it' : `It answers at ${printable(seen.better)}: press Enter to use that`}.\n`,
    )
  }
}

/** `as` is the part of a target file that has the address: what a target file must not contain is refused here as well. */
function url(text: string, option: string, as: (text: string) => object): string {
  if (text === '') return ''
  if (!/^https?:\/\/[^\s?#]+$/.test(text))
    throw new UsageError(`${option} has to be an http or https address without a query, not "${printable(text)}"`)
  validTarget({ name: 'any', ...as(text) }, () => option)
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
  const messaging = { baseUrl: 'https://any.invalid', featureLevel: NEWEST, provisioner: text }
  if (text !== 'none') validTarget({ name: 'any', messaging }, () => '--provisioner')
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
    { path: '.env.example', text: environmentExample(answers), what: 'the secrets that the target file needs' },
    { path: '.github/workflows/assay.yml', text: ciJob(answers), what: 'a job that judges it every night' },
    ...(answers.provisioner === 'module'
      ? [
          {
            path: 'provision.mjs',
            text: provisionerSkeleton,
            what: 'creates what the contract cannot create: fill it in',
          },
        ]
      : []),
  ]
}

function write(path: string, text: string): void {
  writing(path, () => {
    makeFolder(dirname(path))
    writeFileSync(path, text)
  })
}

const nextSteps = ({ messaging, featureLevel, isAssumed }: Answered, target: string): string => `${
  isAssumed
    ? `\nFeature level ${featureLevel} was assumed: correct messaging.featureLevel in target.yaml if the deployment claims another.\n`
    : ''
}
Next:
  npx --no-install assay doctor --target ${target}    what a run can judge, and what is missing
  npx --no-install assay run --target ${target}       a first run, which only reads
${messaging === '' ? '' : 'Then name actors in target.yaml and put their keys into the environment (.env.example).\n'}`
