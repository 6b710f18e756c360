/** The worker thread of a forecast: makes the run against the embedded reference and counts its requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { expectedRequests } from '../reference/stand-in.ts'
import { scopeOf, subjectOf } from '../run/run.ts'
import type { RunFlags } from '../run/run-flags.ts'

const flags = workerData as RunFlags
parentPort?.postMessage(await expectedRequests(await scopeOf(flags, await subjectOf(flags), null)))
