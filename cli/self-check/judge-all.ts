/** Judges many subjects on all cores, and tells of each as it is done. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Trial } from './judge-subject.ts'
import type { Subject } from './subject.ts'

type Answer = { readonly trial: Trial } | { readonly error: string }

export async function judgeAll(
  subjects: readonly Subject[],
  onTrial: (trial: Trial, done: number) => void,
): Promise<Trial[]> {
  const rest = subjects[Symbol.iterator]()
  const trials: Trial[] = []
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url))
      const next = (): void => {
        const { value, done } = rest.next()
        if (done) void worker.terminate().then(() => resolve())
        else worker.postMessage(value)
      }
      worker.on('error', reject)
      worker.on('message', (answer: Answer) => {
        if ('error' in answer) return void worker.terminate().then(() => reject(new Error(answer.error)))
        trials.push(answer.trial)
        onTrial(answer.trial, trials.length)
        next()
      })
      next()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), subjects.length) }, work))
  const order = new Map(subjects.map((subject, index) => [subject.id + subject.kind, index]))
  return trials.sort(
    (a, b) => (order.get(a.subject.id + a.subject.kind) ?? 0) - (order.get(b.subject.id + b.subject.kind) ?? 0),
  )
}
