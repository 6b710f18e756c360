/** One core of self-check: judges what it is handed, one after the other. */
import { parentPort } from 'node:worker_threads'
import { suites } from '../../suites/index.ts'
import type { Task } from './judge-all.ts'
import { judgeCompany, judgeSubject } from './judge-subject.ts'

parentPort?.on('message', async (task: Task) => {
  const options = { areas: suites }
  try {
    const trials = task.together ? await judgeCompany(task.subjects, options) : []
    if (!task.together) for (const subject of task.subjects) trials.push(await judgeSubject(subject, options))
    parentPort?.postMessage({ trials })
  } catch (error) {
    parentPort?.postMessage({ error: `${task.subjects[0]?.id}: ${(error as Error).stack ?? String(error)}` })
  }
})
