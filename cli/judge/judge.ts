/** Judges captured traffic: reads it, assigns it to APIs, judges it and reports the result. */
import { basename, join } from 'node:path'
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import {
  apisIn,
  type Bases,
  type Captured,
  entryOf,
  fileInput,
  loadTarget,
  newRunId,
  planTraffic,
  readTraffic,
  streamInput,
  type Target,
  type TrafficInput,
  trafficJudge,
  trafficReport,
} from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { suites } from '../../suites/index.ts'
import { readRun } from '../finished/read-run.ts'
import { readBaseline } from '../gate/baseline-file.ts'
import { gated } from '../gate/gated.ts'
import { livePage } from '../live-page/live-page.ts'
import { cited, numbersIn } from '../live-page/standing.ts'
import { evidenceIn, refuseOverwriting } from '../out/evidence-in.ts'
import { findExchanges } from '../out/find-exchanges.ts'
import { keepKilledRun } from '../out/killed-run.ts'
import type { Io } from '../process/io.ts'
import type { RunFlags, TrafficFlags } from '../run/run-flags.ts'
import { quoted, sharedWords, writeAndPrint } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'
import { type Circumstances, lookAhead } from './look-ahead.ts'
import { overlaps } from './overlaps.ts'

export type JudgeFlags = TrafficFlags & Pick<RunFlags, 'target' | 'featureLevel' | 'requireComplete'>

export async function judge(files: readonly string[], flags: JudgeFlags, io: Io): Promise<number> {
  const startedAt = performance.now()
  const given = flags.target === undefined ? null : loadTarget(flags.target, io.env)
  if (given) requireKnownApi(given)
  const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline)
  const [ahead, main] = [tally(), tally()]
  const { notes, skipped } = main
  const source = inputsOf(files, io)
  const inFiles = source.flatMap(({ name, folder }) => (folder === null ? [] : [name]))
  refuseOverwriting([...inFiles, ...files.filter(file => file === '-')], flags.out)
  const isLive = source.some(({ folder }) => folder === null)
  const stop = new AbortController()
  const stopListening = io.onInterrupt(() => {
    if (stop.signal.aborted) return io.exit(130)
    io.err('assay: interrupted; judging what was read. Ctrl-C again stops at once.\n')
    stop.abort()
  })
  try {
    const readings = { first: ahead, main, stop: stop.signal }
    const { circumstances, traffic } = await prepared(source, given, flags, readings)
    return await judgedTraffic(circumstances, traffic)
  } finally {
    stopListening()
  }

  async function judgedTraffic(circumstances: Circumstances, traffic: AsyncIterable<Captured>): Promise<number> {
    const target = targetOf(given, files, circumstances)
    if ([...circumstances.bases.values()].every(list => list.length === 0)) {
      if (stop.signal.aborted) return 130
      if (ahead.read === 0) throw noExchange(source, ahead)
      io.err('assay: no exchange of this traffic belongs to an API of the contract (--target says where they are)\n')
      return 3
    }
    const scope = { target, ...circumstances, only: flags.only ?? [], profile: flags.profile }
    planTraffic(suites, scope)
    keepKilledRun(flags, given, io)
    const sink = evidenceIn(flags.out)
    const claims: ClaimRecord[] = []
    const claim = (made: ClaimRecord): void => {
      sink.claim(made)
      if (made.outcome === 'broken' && claims.length < MOST_CLAIMS) claims.push(made)
    }
    const { add, book } = trafficJudge({ ...scope, areas: suites, sink: { ...sink, claim } })
    const again = rerunCommandOf(files, flags)
    const id = newRunId()
    const soFar = (): Report =>
      trafficReport({
        ...{ areas: suites, book, notes, interrupted: stop.signal.aborted, id, files: source.map(({ name }) => name) },
        again: files.includes('-') ? null : one => rerunCommandOf(files, { ...flags, only: [one] }),
      })
    const page = flags.open
      ? await livePage(async () => {
          const report = soFar()
          const found = await findExchanges(join(flags.out, 'exchanges.ndjson'), numbersIn(report))
          return cited(report, [...found.values()], claims)
        }, io)
      : null
    try {
      for await (const captured of inOrder(traffic, isLive)) {
        add(captured)
        if (page && book.read() % EXCHANGES_A_TURN === 0) await new Promise(resolve => setImmediate(resolve))
      }
    } catch (error) {
      await page?.close()
      throw error
    } finally {
      sink.close()
    }
    if (main.read === 0 && !stop.signal.aborted) throw noExchange(source, main)
    for (const [why, count] of skipped) notes.push(`${leftOut(count)}: ${why}`)
    const seen = soFar()
    const report = gated(seen, {
      ...{ baseline, own: [], requireComplete: flags.requireComplete ?? false, target: flags.target },
    })
    const seconds = (performance.now() - startedAt) / 1000
    await writeAndPrint(report, { silence: null, seconds, again }, flags, io)
    await page?.close(await readRun(flags.out))
    return report.gate.exitStatus
  }
}

/** Traffic is judged by the contract alone: an API under `apis` has its suites in a folder of its own. */
function requireKnownApi(target: Target): void {
  const names = apisIn(suites).map(({ name }) => name)
  if (!names.some(name => entryOf(target, name)))
    throw new UsageError(
      `nothing to judge: the target file has no ${names.join(' and no ')} API; traffic of an API under apis cannot be judged`,
    )
}

const MOST_CLAIMS = 2000
/** After this many exchanges, requests of the live page are answered. */
const EXCHANGES_A_TURN = 200

function inputsOf(files: readonly string[], io: Io): TrafficInput[] {
  if (files.filter(file => file === '-').length > 1) throw new UsageError('the standard input can be read once')
  return files.map(file => {
    if (file !== '-') return fileInput(file)
    if (!io.input) throw new UsageError('there is no standard input')
    return streamInput(io.input())
  })
}

/** The result of reading the inputs. */
interface Tally {
  read: number
  readonly notes: string[]
  readonly skipped: Map<string, number>
}

const tally = (): Tally => ({ read: 0, notes: [], skipped: new Map() })

const leftOut = (count: number): string => (count === 1 ? '1 entry was left out' : `${count} entries were left out`)

/** An input without an exchange is a usage error. */
function noExchange(inputs: readonly TrafficInput[], { notes, skipped }: Tally): UsageError {
  const why = [...[...skipped].map(([what, count]) => `${leftOut(count)}: ${what}`), ...notes]
  const names = inputs.map(({ name }) => name).join(', ')
  return new UsageError(printable(`${names}: there is no HTTP exchange in it${why[0] ? ` (${why[0]})` : ''}`))
}

/** How many exchanges of a stream are held back while APIs and levels are found. Files are read twice instead. */
const MOST_HELD = 2000
const MOST_BYTES = 24 * 1024 * 1024

interface Readings {
  readonly first: Tally
  readonly main: Tally
  /** Aborts every wait for more traffic. */
  readonly stop: AbortSignal
}

async function prepared(
  inputs: readonly TrafficInput[],
  target: Target | null,
  { featureLevel }: JudgeFlags,
  { first, main, stop }: Readings,
): Promise<{ circumstances: Circumstances; traffic: AsyncIterable<Captured> }> {
  const ahead = lookAhead(apisIn(suites), target, featureLevel)
  if (!ahead.isNeeded) return { circumstances: ahead.found(ahead.bases()), traffic: capturedFrom(inputs, main, stop) }
  if (inputs.every(({ folder }) => folder !== null)) {
    if (target === null) for await (const captured of capturedFrom(inputs, first, stop)) ahead.note(captured)
    const bases = ahead.bases()
    if (hasAny(bases))
      for await (const captured of capturedFrom(inputs, tally(), stop)) ahead.noteLevel(captured, bases)
    return { circumstances: ahead.found(bases), traffic: capturedFrom(inputs, main, stop) }
  }
  const traffic = capturedFrom(inputs, main, stop)
  const held: Captured[] = []
  for (let bytes = 0; held.length < MOST_HELD && bytes < MOST_BYTES; ) {
    const { done, value } = await traffic.next()
    if (done) break
    held.push(value)
    first.read++
    bytes += (value.response?.body.length ?? 0) + (value.request.body?.length ?? 0)
    ahead.note(value)
  }
  const bases = ahead.bases()
  for (const captured of held) ahead.noteLevel(captured, bases)
  return { circumstances: ahead.found(bases), traffic: untilStopped(continued(held, traffic), stop) }
}

const hasAny = (bases: Bases): boolean => [...bases.values()].some(list => list.length > 0)

async function* capturedFrom(
  inputs: readonly TrafficInput[],
  into: Tally,
  stop: AbortSignal,
): AsyncGenerator<Captured> {
  const { notes, skipped } = into
  const noting = {
    note: (sentence: string) => void notes.push(printable(sentence)),
    skipped: (why: string) => void skipped.set(why, (skipped.get(why) ?? 0) + 1),
  }
  for (const input of inputs)
    for await (const captured of untilStopped(readTraffic(input, noting), stop)) {
      into.read++
      yield captured
    }
}

/** Ends as soon as `stop` is aborted, even if the next value never comes. */
async function* untilStopped<T>(values: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  let wake: () => void = () => {}
  stop.addEventListener('abort', () => wake(), { once: true })
  const rest = values[Symbol.asyncIterator]()
  while (!stop.aborted) {
    const next = await new Promise<IteratorResult<T> | null>((resolve, reject) => {
      wake = () => resolve(null)
      rest.next().then(resolve, reject)
    })
    if (next === null || next.done) return
    yield next.value
  }
}

async function* continued(held: Captured[], rest: AsyncGenerator<Captured>): AsyncGenerator<Captured> {
  yield* held.splice(0)
  yield* rest
}

/** For a stream, results may be awaited: fewer exchanges are held back, and none after a second of silence. */
const MOST_OF_A_STREAM = 32
const QUIET_MS = 1000

/**
 * Marks each exchange that overlaps with a change. After an interruption, exchanges that were already read are still
 * judged.
 */
async function* inOrder(traffic: AsyncIterable<Captured>, isLive: boolean): AsyncGenerator<Captured> {
  const order = overlaps(isLive ? MOST_OF_A_STREAM : undefined)
  const source = traffic[Symbol.asyncIterator]()
  for (;;) {
    const coming = source.next()
    if (isLive && (await isQuiet(coming))) yield* order.rest()
    const { done, value } = await coming
    if (done) break
    yield* order.add(value)
  }
  yield* order.rest()
}

/** Whether `coming` does not settle for a while. */
async function isQuiet(coming: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const quiet = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(true), QUIET_MS)
  })
  const came = coming.then(
    () => false,
    () => false,
  )
  return Promise.race([came, quiet]).finally(() => clearTimeout(timer))
}

/** The target file, completed by what the traffic shows; without a file, only what the traffic shows. */
function targetOf(given: Target | null, files: readonly string[], { bases, ranges }: Circumstances): Target {
  const entries = [...bases].flatMap(([name, [baseUrl]]) => {
    if (baseUrl === undefined) return []
    const range = ranges.get(name)
    const known = given === null ? {} : ((given as unknown as Record<string, object>)[name] ?? {})
    return [[name, { ...known, baseUrl, ...(range && { featureLevel: range.from }) }] as const]
  })
  const name = given?.name ?? (files[0] === '-' ? 'traffic' : basename(files[0] ?? 'traffic'))
  return { folder: '.', file: null, ...given, name, ...Object.fromEntries(entries) } as Target
}

function rerunCommandOf(files: readonly string[], flags: JudgeFlags): string {
  const words = ['npx --no-install assay judge', ...files.map(quoted)]
  if (flags.target !== undefined) words.push(`--target ${quoted(flags.target)}`)
  if (flags.featureLevel !== undefined) words.push(`--feature-level ${flags.featureLevel}`)
  return [...words, ...sharedWords(flags)].join(' ')
}
