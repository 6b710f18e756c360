/** A worker thread of self-check: runs the tasks it receives, one after the other. */
import { parentPort } from 'node:worker_threads'
import { suites } from '../../suites/index.ts'
import { type Answer, subjectOf, type Task } from './judge-all.ts'
import { judgeInteraction } from './judge-interaction.ts'
import { judgeSubject, measureFault } from './judge-subject.ts'
import { mutationsOf } from './mutations.ts'

const answer = (answered: Answer): void => parentPort?.postMessage(answered)

parentPort?.on('message', async (task: Task) => {
  try {
    answer({ result: await done(task) })
  } catch (error) {
    answer({ error: `${subjectOf(task)}: ${(error as Error).stack ?? String(error)}` })
  }
})

function done(task: Task): Promise<unknown> {
  if (task.does === 'mutate') return mutationsOf(task.requirement, suites)
  if (task.does === 'interact') return judgeInteraction(task.fault, task.steps, suites)
  return (task.does === 'measure' ? measureFault : judgeSubject)(task.subject, { areas: suites })
}
