/**
 * Every fault of the proof, judged again from its evidence as files keep it: the verdicts have to be the same.
 * `node bench/judge-again.mjs`, or `--stride 20` for every twentieth, `--from 3`, `--fault ID`.
 */
import { parseArgs } from 'node:util'
import { readMeasured } from '../dist/cli/measured-faults.js'
import { differencesOf, evidenceOf } from '../dist/cli/self-check/judged-again.js'
import { faults } from '../dist/reference/index.js'

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
const started = performance.now()
for (const fault of chosen) {
  const differences = differencesOf(await evidenceOf(fault, measured.get(fault.id)?.budget))
  if (differences.length === 0) continue
  wrong++
  console.log(
    `${fault.id}\n${differences
      .slice(0, 5)
      .map(line => `  ${line}`)
      .join('\n')}`,
  )
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(
  `${chosen.length} faults judged again in ${seconds} s: ${wrong === 0 ? 'the same verdicts' : `${wrong} differ`}`,
)
process.exitCode = wrong === 0 ? 0 : 1
