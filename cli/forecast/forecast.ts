/** Counts the requests of the coming run on another core; on the core of the run, counting would delay its requests. */
import { Worker } from 'node:worker_threads'
import type { Expected } from '../../reports/index.ts'
import type { RunFlags } from '../run/run-flags.ts'

export interface Forecast {
  /** Null if they could not be counted. */
  readonly requests: Promise<Expected | null>
  cancel(): void
}

/** A run that ends before this needs no forecast. */
const WORTH_IT_AFTER_MS = 1500

export function forecastOf(flags: RunFlags): Forecast {
  let cancel = (): void => {}
  const requests = new Promise<Expected | null>(settle => {
    const timer = setTimeout(() => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        workerData: flags,
        resourceLimits: { maxOldGenerationSizeMb: 160 },
      })
      worker.unref()
      worker.once('message', settle)
      for (const end of ['error', 'exit']) worker.once(end, () => settle(null))
      cancel = () => void worker.terminate()
    }, WORTH_IT_AFTER_MS)
    cancel = () => clearTimeout(timer)
  })
  return { requests, cancel: () => cancel() }
}

export const noForecast = (): Forecast => ({ requests: Promise.resolve(null), cancel() {} })
