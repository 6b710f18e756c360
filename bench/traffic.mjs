/**
 * Every fault of the proof: the exchanges of its run, judged as traffic, contradict no verdict of the run.
 * `node bench/traffic.mjs`, or `--stride 20` for every twentieth, `--from 3`, `--fault ID`, `--variants` for the variants.
 */
import { parseArgs } from 'node:util'
import { contradictions, judgeRecords } from '../dist/cli/judge/judge-records.js'
import { readMeasured } from '../dist/cli/measured-faults.js'
import { evidenceOf } from '../dist/cli/self-check/judged-again.js'
import { faults } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    stride: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true },
  },
})
const measured = readMeasured()
const chosen = values.fault
  ? faults.filter(({ id }) => values.fault.includes(id))
  : faults.filter((_, index) => index % Number(values.stride) === Number(values.from))
let wrong = 0
let failing = 0
const started = performance.now()
for (const fault of chosen) {
  const { report, target, exchanges } = await evidenceOf(fault, measured.get(fault.id)?.budget)
  const judged = judgeRecords(
    exchanges.map(line => JSON.parse(line)),
    target,
    suites,
  )
  if (
    judged.requirements.some(
      ({ id, verdict }) => fault.breaches.includes(id) && verdict !== 'pass' && verdict !== 'unverified',
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
  `${chosen.length} faults judged as traffic in ${seconds} s, ${failing} shown by it: ${wrong === 0 ? 'no contradiction' : `${wrong} contradict`}`,
)
process.exitCode = wrong === 0 ? 0 : 1
