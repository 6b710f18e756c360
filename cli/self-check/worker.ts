/** One core of self-check: judges what it is handed, one after the other. */
import { parentPort } from 'node:worker_threads'
import { suites } from '../../suites/index.ts'
import type { Task } from './judge-all.ts'
import { judgeSubject, measureFault } from './judge-subject.ts'

parentPort?.on('message', async ({ measure, subject }: Task) => {
  const options = { areas: suites }
  try {
    const trial = await (measure ? measureFault(subject, options) : judgeSubject(subject, options))
    parentPort?.postMessage({ trial })
  } catch (error) {
    parentPort?.postMessage({ error: `${subject.id}: ${(error as Error).stack ?? String(error)}` })
  }
})
