/**
 * Every fault of the proof: the exchanges of its run, judged as traffic, contradict no verdict of the run.
 * `node bench/traffic.mjs`, or `--stride 20` for every twentieth, `--from 3`, `--fault ID`, `--variants` for the variants.
 */
import { parseArgs } from 'node:util'
import { contradictions, judgeRecords } from '../dist/cli/judge/judge-records.js'
import { readMeasured } from '../dist/cli/measured-faults.js'
import { evidenceOf } from '../dist/cli/self-check/judged-again.js'
import { inProcessTransport, memorySink, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference, faults, variants } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    stride: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true },
    variants: { type: 'boolean', default: false },
  },
})
const measured = readMeasured()
const all = values.variants ? variants : faults
const chosen = values.fault
  ? all.filter(({ id }) => values.fault.includes(id))
  : all.filter((_, index) => index % Number(values.stride) === Number(values.from))

/** The same for a reference that differs legally. */
async function variantEvidence({ id, api, levels }) {
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: levels?.until ?? 500, variants: [id] })
  const target = {
    ...validTarget(reference.targetFile('http://reference.invalid')),
    folder: '.',
    file: null,
    requestsPerSecond: 0,
  }
  const sink = memorySink()
  const { report } = await run({
    ...{
      target,
      areas: suites,
      sink,
      clock,
      budget: 'quick',
      seed: 1,
      only: [`${api}.*`],
      allow: ['write', 'destructive'],
    },
    ...{ transport: inProcessTransport(reference.answer), throwaway: true, runId: 'proof' },
  })
  return { report, target, exchanges: sink.exchanges.map(record => JSON.stringify(record)) }
}

let wrong = 0
let failing = 0
const started = performance.now()
for (const fault of chosen) {
  const { report, target, exchanges } = await (values.variants
    ? variantEvidence(fault)
    : evidenceOf(fault, measured.get(fault.id)?.budget))
  const judged = judgeRecords(
    exchanges.map(line => JSON.parse(line)),
    target,
    suites,
  )
  if (
    judged.requirements.some(
      ({ id, verdict }) => (fault.breaches ?? []).includes(id) && verdict !== 'pass' && verdict !== 'unverified',
    )
  )
    failing++
  const found = contradictions(report, judged)
  if (found.length === 0) continue
  wrong++
  console.log(fault.id)
  for (const one of found)
    console.log(`  ${one.requirement}: run ${one.run}, traffic ${one.traffic}: ${one.message ?? ''}`)
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(
  `${chosen.length} ${values.variants ? 'variants' : 'faults'} judged as traffic in ${seconds} s, ${failing} shown by it: ${wrong === 0 ? 'no contradiction' : `${wrong} contradict`}`,
)
process.exitCode = wrong === 0 ? 0 : 1
