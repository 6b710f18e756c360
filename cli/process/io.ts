/** The process as a command sees it: output, input, environment, signals. Tests pass their own. */
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface Io {
  out(text: string): void
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Width of the standard output. */
  columns(): number
  /** Whether colour is wanted on the standard output. */
  readonly colour: boolean
  /** Whether a line of the standard error can be overwritten. */
  readonly live: boolean
  /** The terminal of the standard error, if drawings on it can be updated in place. */
  readonly screen?: Screen | undefined
  stdin(): Promise<string>
  /** The standard input as a stream; absent if there is none. */
  readonly input?: (() => Readable) | undefined
  /** Asks the person at the terminal; absent if there is no terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Calls `action` on every signal to interrupt or end the process; returns a function that stops listening. */
  onInterrupt(action: () => void): () => void
  /** Ends the process immediately. */
  exit(status: number): void
}

export interface Screen {
  size(): { readonly columns: number; readonly rows: number }
  readonly colour: boolean
  /** Whether only ASCII is certain to be displayed correctly. */
  readonly ascii: boolean
  /** Reports events that affect a drawing; returns a function that stops listening. */
  attend(to: { resized(): void; suspended(): void; resumed(): void; exiting(): void }): () => void
}

const NARROWEST = 40
const WIDEST = 160
const WIDTH_OF_A_LOG = 100

export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process
  const writers = [stdout, stderr].map(writerOf) as [(text: string) => void, (text: string) => void]
  const smart = env['TERM'] !== 'dumb'
  const live = Boolean(stderr.isTTY) && smart && !isSet(env['CI'])
  return {
    out: writers[0],
    err: writers[1],
    env,
    columns: () => {
      const said = stdout.columns || Number(env['COLUMNS']) || WIDTH_OF_A_LOG
      return Math.min(WIDEST, Math.max(NARROWEST, said))
    },
    colour: wantsColour(env, Boolean(stdout.isTTY) && smart),
    live,
    screen: live ? processScreen(stderr, env) : undefined,
    stdin: () => text(stdin),
    input: () => stdin,
    ask: stdin.isTTY && stdout.isTTY ? askAtTerminal : undefined,
    onInterrupt(action) {
      for (const signal of ENDING) process.on(signal, action)
      return () => {
        for (const signal of ENDING) process.off(signal, action)
      }
    },
    exit: status => process.exit(status),
  }
}

function processScreen(stream: NodeJS.WriteStream, env: Io['env']): Screen {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8'
  return {
    size: () => ({ columns: stream.columns || 80, rows: stream.rows || 24 }),
    colour: wantsColour(env, true),
    ascii: env['TERM'] === 'linux' || !/utf-?8/i.test(locale),
    attend({ resized, suspended, resumed, exiting }) {
      const suspend = (): void => {
        suspended()
        process.kill(process.pid, 'SIGSTOP')
      }
      process.on('SIGTSTP', suspend).on('SIGCONT', resumed).on('exit', exiting)
      stream.on('resize', resized)
      return () => {
        process.off('SIGTSTP', suspend).off('SIGCONT', resumed).off('exit', exiting)
        stream.off('resize', resized)
      }
    },
  }
}

const isSet = (word: string | undefined): boolean =>
  word !== undefined && word !== '' && word !== 'false' && word !== '0'

/** Ctrl-C ends the process while a question is open, as it does elsewhere. */
async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** `NO_COLOR` wins over `FORCE_COLOR`, and both win over the kind of stream. */
export function wantsColour(env: Io['env'], otherwise: boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  return forced === undefined ? otherwise : forced !== '0'
}

/** Signals that end a command: Ctrl-C, a supervisor, a terminal that was closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes as long as it is possible. The reader of a pipe may close it, as `head` does; the command still completes,
 * with its own exit status. If output cannot be written for another reason, such as a full disk, the status is 2.
 */
function writerOf(stream: NodeJS.WriteStream): (text: string) => void {
  let gone = false
  const failed = (error: { code?: string }): void => {
    if (gone) return
    gone = true
    if (error.code === 'EPIPE' || stream === process.stderr) return
    process.on('exit', () => {
      process.exitCode = 2
    })
    process.stderr.write(`assay: the standard output cannot be written (${error.code ?? 'unknown error'})\n`)
  }
  stream.on('error', failed)
  return text => {
    try {
      if (!gone) stream.write(text)
    } catch (error) {
      failed(error as { code?: string })
    }
  }
}
