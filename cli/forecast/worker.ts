/** The other core of a forecast: carries the run out against the embedded reference and counts. */
import { parentPort, workerData } from 'node:worker_threads'
import { scopeOf, subjectOf } from '../run.ts'
import type { RunFlags } from '../run-flags.ts'
import { expectedRequests } from '../stand-in.ts'

const flags = workerData as RunFlags
parentPort?.postMessage(await expectedRequests(await scopeOf(flags, await subjectOf(flags), null)))
