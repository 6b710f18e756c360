/** A reader who follows a page literally, in a new folder, with a served reference as the deployment. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assay } from '../../cli/assay.ts'
import type { ServedReference } from '../../reference/index.ts'
import { type FakeIo, fakeIo } from '../cli/fake-io.ts'
import { root, type Shown, wordsOf } from './shown-commands.ts'

export interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

export interface Reader {
  follow(shown: Shown): Promise<Ended>
  /** Presses Ctrl-C in every terminal in which a command still runs. */
  leave(): Promise<void>
}

type Command = typeof assay

interface Person {
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly password?: string
}

const PATHS = ['-t', '--target', '-o', '--out', '--baseline', '--suites', '--write-target', '--dir', '--rerun-failed']
/** The scope of runs without --only; they also get the smallest budget. All other options are used as shown. */
const NARROWER = ['trading.ping.*', 'messaging.linkifiers.*', 'acme.*']
const ON_FOLDERS = ['report', 'diff', 'merge', 'baseline']

/** `command` is the `assay` under test: that of the sources, unless a packed one is given. */
export function reader(folder: string, served: ServedReference, finished: string, command: Command = assay): Reader {
  mkdirSync(folder, { recursive: true })
  const terminals: { io: FakeIo; ended: Promise<number> }[] = []
  const description = (): { allow?: string[]; messaging: { baseUrl: string; actors: Record<string, Person> } } =>
    served.reference.targetFile(served.origin) as never

  const place = (word: string): string => (word.startsWith('examples/') ? join(root, word) : join(folder, word))

  /** Makes what the page takes for granted: the target file, and folders of earlier runs. */
  const takenForGranted = (words: readonly string[]): void => {
    const file = words[words.indexOf('--target') + 1] ?? ''
    if (words.includes('--target') && !existsSync(place(file))) {
      const target = description()
      if (!words.includes('write,destructive')) delete target.allow
      writeFileSync(place(file), JSON.stringify(target))
    }
    if (!ON_FOLDERS.includes(words[0] ?? '') && words[0] !== 'clean') return
    for (const name of [...words.slice(1), words[words.indexOf('--out') + 1] ?? ''])
      if (/^[a-z][a-z-]*$/.test(name) && !existsSync(place(name))) cpSync(finished, place(name), { recursive: true })
  }

  const here = (words: readonly string[]): string[] => {
    const [command = ''] = words
    const moved = words.map((word, at) => {
      if (PATHS.includes(words[at - 1] ?? '')) return place(word)
      if (word.startsWith('https://chat.acme.example')) return word.replace(/^.*example/, `${served.origin}/chat`)
      if (word === 'k3v9z') return runIn(place('assay-report'))
      if (word.endsWith('.har')) return place(word)
      return at > 0 &&
        ON_FOLDERS.includes(command) &&
        /^[a-z][a-z0-9-]*$/.test(word) &&
        !words[at - 1]?.startsWith('--')
        ? place(word)
        : word
    })
    if (command === 'serve') moved[moved.indexOf('--port') + 1] = '0'
    if (command === 'init')
      moved.push('--dir', folder, '--no-dependency', ...(moved.includes('--yes') ? ['--force'] : []))
    if ((command === 'run' || command === 'judge') && !moved.includes('--out'))
      moved.push('--out', place(moved.includes('--rerun-failed') ? 'assay-report-rerun' : 'assay-report'))
    if (command === 'run' && !moved.includes('--only') && !moved.includes('--rerun-failed'))
      moved.push(...[...NARROWER, ...furtherScope(moved)].flatMap(glob => ['--only', glob]))
    if (command === 'run' && !moved.includes('--budget') && !moved.includes('--rerun-failed'))
      moved.push('--budget', 'quick')
    return moved
  }

  /** Further requirements for the scope: the one that the fault violates, or one that can be judged without actors. */
  const furtherScope = (words: readonly string[]): string[] => {
    const file = words[words.indexOf('--target') + 1] ?? ''
    if (file.endsWith('faulty.yaml')) return ['trading.envelope.status']
    const isFirst = file.endsWith('.yaml') && !/^ +actors:|"actors"/m.test(readFileSync(file, 'utf8'))
    return isFirst ? ['messaging.envelope.one-of-two'] : []
  }

  const answer = async (question: string): Promise<string> =>
    question.includes('messaging API') ? description().messaging.baseUrl : ''

  const inProcess = async (words: readonly string[]): Promise<Ended> => {
    const io = fakeIo({ ask: answer })
    const ended = command(here(words), io)
    if (words[0] !== 'serve') return { status: await ended, ...io.written }
    terminals.push({ io, ended })
    while (!io.written.out.includes('Ctrl-C ends it') && io.written.err === '') await pause(5)
    return { status: io.written.err === '' ? 0 : 2, ...io.written }
  }

  /** Fills in `.env` and uncomments the actors in the target file, as the page says. */
  const fillIn = (): void => {
    const { actors } = description().messaging
    const names = ['admin', 'member', 'second']
    const values = names.flatMap(name => {
      const { email = '', apiKey = '', password = '' } = actors[name] ?? {}
      const upper = name.toUpperCase()
      return [
        `${upper}_EMAIL='${email}'`,
        `${upper}_KEY='${apiKey}'`,
        ...(password ? [`${upper}_PASSWORD='${password}'`] : []),
      ]
    })
    for (const [, name = '', value = ''] of values.map(line => /^(\w+)='(.*)'$/.exec(line) ?? []))
      process.env[name] = value
    writeFileSync(join(folder, '.env'), `${values.join('\n')}\n`)
    const text = readFileSync(join(folder, 'target.yaml'), 'utf8')
      .replaceAll(/^( +)# (actors:| +(?:admin|member|second): )/gm, '$1$2')
      .replaceAll(
        /^( +)(\w+)(: \{.*userId: )\d+/gm,
        (_line, indent, name, rest) => `${indent}${name}${rest}${actors[name]?.userId}`,
      )
    writeFileSync(join(folder, 'target.yaml'), text)
  }

  return {
    async follow({ command: line }) {
      const words = wordsOf(line.replaceAll(/\bFILE\b/g, 'target.yaml').replace(/^npx (--no-install )?/, ''))
      const [first = '', ...rest] = words
      if (first === 'assay') {
        takenForGranted(rest)
        return inProcess(rest)
      }
      const said = await shell(line.replace('npx vitest', '"$VITEST"'), folder, description())
      if (line.startsWith('cp .env.example')) fillIn()
      return said
    },
    async leave() {
      for (const { io } of terminals) io.interrupt()
      await Promise.all(terminals.map(({ ended }) => ended))
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const runIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { run: { id: string } }).run.id

function shell(command: string, folder: string, target: object): Promise<Ended> {
  writeFileSync(join(folder, 'acme.yaml'), JSON.stringify(target))
  const VITEST = join(root, 'node_modules/.bin/vitest')
  const vitest = command.includes('VITEST')
  const line = command.replace('acme.yaml', join(folder, 'acme.yaml'))
  return child('bash', ['-e', '-c', line], vitest ? root : folder, { VITEST, ASSAY_ONLY: 'trading.ping.*' })
}

function child(command: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise(settle => {
    const options = { cwd, env: { ...process.env, NO_COLOR: '1', ...env } }
    execFile(command, words, options, (error, out, err) =>
      settle({ status: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, out, err }),
    )
  })
}
