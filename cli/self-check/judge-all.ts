/** Distributes tasks among workers on all cores, and reports each task when it is done. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { InteractionTrial, Step } from './judge-interaction.ts'
import type { Trial } from './judge-subject.ts'
import type { Mutation } from './mutations.ts'
import type { Subject } from './subject.ts'

/** A task for one worker: compare a subject with the record, measure it again, mutate checks, or try an interaction fault. */
export type Task =
  | { readonly does: 'compare' | 'measure'; readonly subject: Subject }
  | { readonly does: 'mutate'; readonly requirement: string }
  | { readonly does: 'interact'; readonly fault: string; readonly steps: readonly Step[] }

export type Answer = { readonly result: unknown } | { readonly error: string }

export const judgeAll = (tasks: readonly Task[], onDone: (task: Task) => void): Promise<Trial[]> =>
  onAllCores<Trial>(tasks, onDone)

export const mutateAll = (requirements: readonly string[], onDone: (task: Task) => void): Promise<Mutation[][]> =>
  onAllCores<Mutation[]>(
    requirements.map(requirement => ({ does: 'mutate', requirement })),
    onDone,
  )

export const interactAll = (
  faults: readonly { readonly fault: string; readonly steps: readonly Step[] }[],
  onDone: (task: Task) => void,
): Promise<InteractionTrial[]> =>
  onAllCores<InteractionTrial>(
    faults.map(one => ({ does: 'interact', ...one })),
    onDone,
  )

/** The id that a task is about. */
export const subjectOf = (task: Task): string =>
  task.does === 'mutate' ? task.requirement : task.does === 'interact' ? task.fault : task.subject.id

async function onAllCores<Came>(tasks: readonly Task[], onDone: (task: Task) => void): Promise<Came[]> {
  const rest = tasks.entries()
  const results: Came[] = []
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
          results[current[0]] = answer.result as Came
          onDone(current[1])
        }
        next()
      })
      next()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work))
  return results
}
