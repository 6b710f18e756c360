/** Judges many subjects on all cores, and tells of each one as it is done. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Trial } from './judge-subject.ts'
import type { Subject } from './subject.ts'

/** What a core is handed at a time. */
export interface Task {
  /** Whether a fault is measured anew instead of compared with what was measured. */
  readonly measure: boolean
  readonly subject: Subject
}

type Answer = { readonly trial: Trial } | { readonly error: string }

export async function judgeAll(tasks: readonly Task[], onDone: (task: Task) => void): Promise<Trial[]> {
  const rest = tasks.entries()
  const trials: Trial[] = []
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      })
      let current: [number, Task] | undefined
      const next = (): void => {
        const { value, done } = rest.next()
        if (done) return void worker.terminate().then(() => resolve())
        current = value
        worker.postMessage(value[1])
      }
      worker.on('error', reject)
      worker.on('message', (answer: Answer) => {
        if ('error' in answer) return void worker.terminate().then(() => reject(new Error(answer.error)))
        if (current) {
          trials[current[0]] = answer.trial
          onDone(current[1])
        }
        next()
      })
      next()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work))
  return trials
}
