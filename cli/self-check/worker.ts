/** One core of self-check: judges the subjects it is handed, one after the other. */
import { parentPort } from 'node:worker_threads'
import { suites } from '../../suites/index.ts'
import { judgeSubject } from './judge-subject.ts'
import type { Subject } from './subject.ts'

parentPort?.on('message', async (subject: Subject) => {
  try {
    parentPort?.postMessage({ trial: await judgeSubject(subject, { areas: suites }) })
  } catch (error) {
    parentPort?.postMessage({ error: `${subject.id}: ${(error as Error).stack ?? String(error)}` })
  }
})
