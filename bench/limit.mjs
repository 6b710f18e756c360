/**
 * The time of a run against its lower bound: the number of requests divided by the rate limit, or the longest chain of requests
 * that wait for each other. In trading, the check of the limit sends its ten requests alone: after all others and a quiet second,
 * when a second of the server's clock begins. In process and in virtual time; the provisioner has the latency of the target.
 * `node bench/limit.mjs --api messaging --budget quick`; `--rates 10,50,200,0 --latencies 0,50,200`.
 */
import { parseArgs } from 'node:util'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    api: { type: 'string', default: 'messaging' },
    budget: { type: 'string', default: 'quick' },
    rates: { type: 'string', default: '10,50,200,0' },
    latencies: { type: 'string', default: '0,50,200' },
    most: { type: 'string', default: '1.1' },
  },
})

/** Requests sent alone at the end, and the seconds of a run with them: a quiet second, the rest of a second, ten requests. */
const ALONE = { trading: { requests: 10, seconds: others => Math.ceil(others + 1) + 9 * 0.108 } }

/** Seconds from the first request to the last reply, clean-up included, and the number of requests to the target. */
async function measured(perSecond, latency, unbounded = {}) {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const answered = inProcessTransport(reference.answer)
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const rate = { requestsPerSecond: perSecond }
  let first = null
  let last = 0
  let requests = 0
  await run({
    target: {
      ...file,
      ...{ folder: '.', file: null, trading: { ...file.trading, ...rate }, messaging: { ...file.messaging, ...rate } },
    },
    areas: suites,
    sink: { exchange: ({ via }) => via === 'target' && requests++, claim: () => {}, close: () => {} },
    transport: {
      ...answered,
      async send(request) {
        first ??= clock.now()
        if (latency > 0) await clock.sleep(latency)
        const reply = await answered.send(request)
        last = clock.now()
        return reply
      },
    },
    ...{ clock, only: [`${values.api}.*`], budget: values.budget, seed: 1, runId: 'limit', once: true },
    allow: ['write', 'destructive'],
    ...unbounded,
  })
  return { seconds: (last - first) / 1000, requests }
}

let worst = 0
console.log(`${values.api}, ${values.budget}: rate limit, latency, requests, seconds, bound, ratio`)
for (const latency of values.latencies.split(',').map(Number)) {
  const chain = (await measured(0, latency, { workers: 100_000, allAtOnce: true })).seconds
  for (const rate of values.rates.split(',').map(Number)) {
    const { seconds, requests } = await measured(rate, latency)
    const alone = ALONE[values.api] ?? { requests: 0, seconds: others => others }
    const paced = rate > 0 ? Math.max(requests / rate, alone.seconds((requests - alone.requests) / rate)) : 0
    const bound = Math.max(paced, chain)
    const ratio = bound > 0 ? seconds / bound : 1
    worst = Math.max(worst, ratio)
    const cells = [rate || 'none', `${latency} ms`, requests, seconds.toFixed(1), bound.toFixed(1), ratio.toFixed(2)]
    console.log(cells.map(cell => String(cell).padStart(8)).join(' '))
  }
}
console.log(`at most ${worst.toFixed(2)} times the bound`)
process.exitCode = worst <= Number(values.most) ? 0 : 1
