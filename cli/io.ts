/** What a command sees of the process it runs in; tests give their own. */
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

export interface Io {
  out(text: string): void
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Width of the standard output. */
  columns(): number
  /** Whether colour is wanted on the standard output. */
  readonly colour: boolean
  /** Whether a line of the error output can be written over. */
  readonly live: boolean
  stdin(): Promise<string>
  /** Asks the person at the terminal; absent where nobody sits there. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Calls back for each interruption or request to end; answers how to stop listening. */
  onInterrupt(deed: () => void): () => void
  /** Ends the process here and now. */
  exit(status: number): void
}

const NARROWEST = 40
const WIDEST = 160
const WIDTH_OF_A_LOG = 100

export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process
  for (const stream of [stdout, stderr]) stream.on('error', leaveQuietly)
  const smart = env['TERM'] !== 'dumb'
  return {
    out: text => void stdout.write(text),
    err: text => void stderr.write(text),
    env,
    columns: () => {
      const said = stdout.columns ?? (Number(env['COLUMNS']) || WIDTH_OF_A_LOG)
      return Math.min(WIDEST, Math.max(NARROWEST, said))
    },
    colour: wantsColour(env, Boolean(stdout.isTTY) && smart),
    live: Boolean(stderr.isTTY) && smart,
    stdin: () => text(stdin),
    ask: stdin.isTTY && stdout.isTTY ? askAtTerminal : undefined,
    onInterrupt(deed) {
      process.on('SIGINT', deed).on('SIGTERM', deed)
      return () => void process.off('SIGINT', deed).off('SIGTERM', deed)
    },
    exit: status => process.exit(status),
  }
}

/** Ctrl-C while asking ends the process, as it does elsewhere. */
async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** `NO_COLOR` wins over `FORCE_COLOR`, and both over what the stream is. */
export function wantsColour(env: Io['env'], otherwise: boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  return forced === undefined ? otherwise : forced !== '0'
}

/** The reader of a pipe went away, as `head` does. */
function leaveQuietly(error: { code?: string }): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  throw error
}
