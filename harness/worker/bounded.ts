/**
 * Calls a function of another module in a worker, with a deadline and a memory limit: texts from a target (documents,
 * regular expressions) are never processed on our own thread without limits.
 */
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { packageFolder } from '../kit-version.ts'
import { ANSWERED, type Answer, BEGUN, type Call } from './states.ts'

/** The work was given up: it took too long, too much memory or too many levels. That proves nothing about the target. */
export class OutOfBounds extends Error {}

export interface Bounded<Input, Output> {
  /** Blocks this thread until the answer is there: for predicates, which are synchronous. */
  now(input: Input): Output
  /** Does not block: for a run in progress, which has to react to an interruption at any time. */
  soon(input: Input, signal?: AbortSignal): Promise<Output>
}

export interface Bounds {
  readonly deadlineMs?: number
}

/** For the work alone: on a busy machine, starting and loading take long. */
const DEADLINE_MS = 30_000
const START_MS = 60_000
/** After an input of this many characters the thread is ended: it would keep the memory that it took. */
const LARGE = 512 * 1024
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** A thread that was idle for this long is ended too. */
const IDLE_MS = 2000

/** `name` is exported by the module; what goes in and out is plain data. */
export function bounded<Input, Output>(module: URL, name: string, bounds: Bounds = {}): Bounded<Input, Output> {
  const deadline = bounds.deadlineMs ?? DEADLINE_MS
  const call = (input: Input): Call => ({ module: built(module), name, input })
  return {
    now: input => answerOf(askNow(call(input), deadline)) as Output,
    soon: async (input, signal) => answerOf(await askSoon(call(input), deadline, signal)) as Output,
  }
}

function answerOf(answer: Answer): unknown {
  if ('failed' in answer) throw new OutOfBounds(answer.failed)
  return answer.came
}

interface Thread {
  readonly worker: Worker
  /** Becomes 1 when the worker has started. */
  readonly started: Int32Array
}

function startThread(): Thread {
  const started = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(built(new URL('./entry.ts', import.meta.url))), {
    workerData: started,
    resourceLimits: LIMITS,
    stdout: true,
    stderr: true,
  })
  worker.unref()
  worker.on('error', () => {})
  return { worker, started }
}

let blocking: Thread | null = null

function askNow(call: Call, deadline: number): Answer {
  blocking ??= startThread()
  const { worker, started } = blocking
  Atomics.wait(started, 0, 0, START_MS)
  const done = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ ...call, port: port2, done }, [port2])
  Atomics.wait(done, 0, 0, START_MS)
  Atomics.wait(done, 0, BEGUN, deadline)
  const answer = Atomics.load(done, 0) === ANSWERED ? receiveMessageOnPort(port1)?.message : undefined
  port1.close()
  if (answer === undefined || isLarge(call)) {
    void worker.terminate()
    blocking = null
  }
  if (answer !== undefined) return answer as Answer
  throw new OutOfBounds(tooLong(deadline))
}

let waiting: Thread | null = null
let idle: NodeJS.Timeout | undefined
let queue: Promise<unknown> = Promise.resolve()

/** One call at a time: the deadline does not include the calls before. */
function askSoon(call: Call, deadline: number, signal?: AbortSignal): Promise<Answer> {
  const mine = queue.then(() => askWaiting(call, deadline, signal))
  queue = mine.catch(() => {})
  return mine
}

function askWaiting(call: Call, deadline: number, signal?: AbortSignal): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(new OutOfBounds('the run was interrupted'))
  clearTimeout(idle)
  waiting ??= startThread()
  const { worker } = waiting
  const { port1, port2 } = new MessageChannel()
  return new Promise<Answer>((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', interrupted)
      worker.off('error', failed).off('exit', exited).unref()
      port1.close()
    }
    const giveUp = (why: string): void => {
      finish()
      void worker.terminate()
      if (waiting?.worker === worker) waiting = null
      reject(new OutOfBounds(why))
    }
    const interrupted = (): void => giveUp('the run was interrupted')
    const failed = (error: Error & { code?: string }): void =>
      giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory' : error.message)
    const exited = (): void => giveUp('its worker ended')
    let timer = setTimeout(() => giveUp(tooLong(START_MS)), START_MS)
    const startDeadline = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp(tooLong(deadline)), deadline)
    }
    worker.ref()
    worker.once('error', failed).once('exit', exited)
    signal?.addEventListener('abort', interrupted, { once: true })
    port1.on('message', (answer: Answer | 'begun') => {
      if (answer === 'begun') return startDeadline()
      finish()
      const release = (): void => {
        void worker.terminate()
        if (waiting?.worker === worker) waiting = null
      }
      if (isLarge(call)) release()
      else idle = setTimeout(release, IDLE_MS).unref()
      resolve(answer)
    })
    worker.postMessage({ ...call, port: port2, done: null }, [port2])
  })
}

const isLarge = ({ input }: Call): boolean => typeof input === 'string' && input.length > LARGE

const tooLong = (ms: number): string => `it takes longer than ${ms / 1000} s`

/** Workers run built files, even if sources run here, as under vitest. Modules are always named by their sources. */
function built(module: URL): string {
  if (module.pathname.endsWith('.mjs')) return module.href
  const path = relative(packageFolder, fileURLToPath(module)).replace(/\.ts$/, '.js')
  return pathToFileURL(join(packageFolder, path.startsWith('dist') ? '' : 'dist', path)).href
}
