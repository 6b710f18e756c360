/**
 * The time of a run whose shards run on separate machines: that of the longest shard plus that of the last step, with a latency
 * of 50 ms. In process and in virtual time, so that it does not depend on the load of this machine.
 */
import { shareOf, underRateLimitOf } from '../dist/cli/shards/cut.js'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const LATENCY = 50

/** Seconds with this number of shards, which share a rate limit; 0 is no limit. */
export async function shardSeconds(count, requestsPerSecond) {
  if (count === 1) return oneRun(requestsPerSecond, null)
  const parts = []
  for (let index = 1; index <= count; index++) parts.push(await oneRun(requestsPerSecond, { index, of: count }))
  return Math.max(...parts) + (await oneRun(requestsPerSecond, { index: 'last', of: count }))
}

async function oneRun(requestsPerSecond, shard) {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const answered = inProcessTransport(reference.answer)
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const rate = { requestsPerSecond }
  const target = { ...file, ...rate, folder: '.', file: null, messaging: { ...file.messaging, ...rate } }
  const scope = {
    ...{ target, areas: suites, only: ['messaging.*'], profile: 'everything', budget: 'quick', seed: 1 },
    allow: ['write', 'destructive'],
  }
  let first = null
  let last = 0
  await run({
    ...scope,
    ...(shard && { target: underRateLimitOf(target, shard), share: await shareOf(scope, shard) }),
    ...{ clock, runId: 'shards', once: true, sink: { exchange: () => {}, claim: () => {}, close: () => {} } },
    transport: {
      ...answered,
      async send(request) {
        first ??= clock.now()
        await clock.sleep(LATENCY)
        const reply = await answered.send(request)
        last = clock.now()
        return reply
      },
    },
  })
  return first === null ? 0 : (last - first) / 1000
}
