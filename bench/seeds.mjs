/**
 * Every variant of the reference against the generated checks, with many seeds: none may fail with any of them.
 * `node bench/seeds.mjs --seeds 20`; `--share 1/2` takes every second variant, for a process on each core.
 */
import { parseArgs } from 'node:util'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference, variants } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    share: { type: 'string', default: '1/1' },
    budget: { type: 'string', default: 'standard' },
  },
})
const only = {
  messaging: ['messaging.properties.*', 'messaging.sequences.*'],
  trading: ['trading.signing.generated'],
}
const forgetful = { exchange() {}, claim() {}, close() {} }
const [part, parts] = values.share.split('/').map(Number)
const [first, count] = [Number(values.first), Number(values.seeds)]
const mine = variants.filter((_, index) => index % parts === part - 1)

async function judged({ id, api, levels }, seed) {
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: levels?.until ?? 500, variants: [id] })
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const { report, mistakes } = await run({
    target: { ...file, folder: '.', file: null, requestsPerSecond: 0 },
    areas: suites,
    sink: forgetful,
    clock,
    transport: inProcessTransport(reference.answer),
    only: only[api],
    allow: ['write', 'destructive'],
    seed,
    budget: values.budget,
    once: true,
    runId: 'seeds',
  })
  const wrong = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  return {
    exchanges: report.run.exchanges,
    wrong: [
      ...wrong.map(({ id: requirement, message, repeat }) => `${requirement}: ${message}\n  ${repeat}`),
      ...mistakes.map(({ check, error }) => `${check} made a mistake: ${error.stack}`),
    ],
  }
}

const total = { runs: 0, exchanges: 0, wrong: 0 }
for (let seed = first; seed < first + count; seed++) {
  for (const variant of mine) {
    const { exchanges, wrong } = await judged(variant, seed)
    total.runs++
    total.exchanges += exchanges
    total.wrong += wrong.length
    for (const line of wrong) console.log(`seed ${seed}, ${variant.id}: ${line}`)
  }
  console.log(`seed ${seed}: ${total.runs} runs, ${total.exchanges} exchanges, ${total.wrong} false alarms so far`)
}
process.exitCode = total.wrong === 0 ? 0 : 1
