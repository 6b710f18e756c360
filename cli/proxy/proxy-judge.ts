/** Judges the traffic of a proxy: on this thread, or on another core so that forwarding is not delayed. */
import { Worker } from 'node:worker_threads'
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import { type Captured, newRunId, type Target, trafficJudge, trafficReport } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { statedIn } from '../judge/judge-records.ts'
import { evidenceIn } from '../out/evidence-in.ts'
import { UsageError } from '../usage-error.ts'

export interface ProxyScope {
  readonly target: Target
  readonly out: string
  readonly only: readonly string[]
  readonly profile: string
}

export interface ProxyJudge {
  add(captured: Captured): void
  /** What the exchange was found to violate. */
  violations(captured: Captured): Promise<readonly string[]>
  /** The report so far; the final one after the last exchange was added. */
  report(): Promise<Report>
  close(): Promise<void>
}

/** Judges on this thread. `onClaim` receives the claims that are kept; `onLost` an error after which nothing is judged. */
export function judgeHere(
  { target, out, only, profile }: ProxyScope,
  onClaim: (claim: ClaimRecord) => void,
  onLost: (error: Error) => void,
): ProxyJudge {
  const files = evidenceIn(out)
  const sink = {
    ...files,
    claim: (claim: ClaimRecord) => {
      files.claim(claim)
      onClaim(claim)
    },
  }
  const scope = { ...statedIn(target, suites), only, profile }
  const { add, book } = trafficJudge({ ...scope, areas: suites, sink, keepAll: true })
  const id = newRunId()
  let isLost = false
  const judged = (captured: Captured): readonly string[] => {
    if (isLost) return []
    try {
      return add(captured).broken
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      isLost = true
      onLost(error)
      return []
    }
  }
  return {
    add: captured => void judged(captured),
    violations: captured => Promise.resolve(judged(captured)),
    report: () => Promise.resolve(trafficReport({ areas: suites, book, files: ['proxy'], notes: [], id, again: null })),
    close: () => Promise.resolve(files.close()),
  }
}

export type ToWorker =
  | { readonly is: 'exchange'; readonly captured: Captured; readonly ask: number | null }
  | { readonly is: 'report' | 'close'; readonly ask: number }

export type FromWorker =
  | { readonly is: 'claim'; readonly claim: ClaimRecord }
  | { readonly is: 'answer'; readonly ask: number; readonly came: unknown }
  /** The scope or the folder cannot be used, or no longer. */
  | { readonly is: 'refused'; readonly sentence: string }

/** Judges on another core, by the same rules as on this one. */
export function judgeElsewhere(
  scope: ProxyScope,
  onClaim: (claim: ClaimRecord) => void,
  onLost: (error: Error) => void,
): ProxyJudge {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: scope })
  const waiting = new Map<number, { answer(came: unknown): void; fail(error: Error): void }>()
  let asks = 0
  let lost: Error | null = null
  const lose = (error: Error): void => {
    lost = error
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
    onLost(error)
  }
  worker.on('message', (told: FromWorker) => {
    if (told.is === 'claim') return onClaim(told.claim)
    if (told.is === 'refused') {
      void worker.terminate()
      return lose(new UsageError(told.sentence))
    }
    waiting.get(told.ask)?.answer(told.came)
    waiting.delete(told.ask)
  })
  worker.on('error', lose)
  const ask = <Answer>(make: (ask: number) => ToWorker): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost)
      const number = ++asks
      waiting.set(number, { answer: came => resolve(came as Answer), fail: reject })
      worker.postMessage(make(number))
    })
  return {
    add: captured => worker.postMessage({ is: 'exchange', captured, ask: null } satisfies ToWorker),
    violations: captured => ask(number => ({ is: 'exchange', captured, ask: number })),
    report: () => ask(number => ({ is: 'report', ask: number })),
    close: async () => {
      await ask(number => ({ is: 'close', ask: number }))
      await worker.terminate()
    },
  }
}
