/**
 * Runs every fault of the proof once against its whole API. The evidence of the run is then judged twice: from claims and
 * exchanges (verdicts must be the same), and as traffic (no verdict may contradict the run).
 *
 * `node --max-semi-space-size=128 bench/evidence.mjs --journal FILE` continues where the journal ends and summarizes it.
 * `--part 2/4` takes a share, `--api NAME` one API, `--fault ID` single faults, `--differing` also repeats those that differed
 * before, `--variants` takes the variants. The first fault of each requirement comes first, so that the journal is a fair sample
 * at any time.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { contradictions, judgeRecords } from '../dist/cli/judge/judge-records.js'
import { hiddenIn } from '../dist/cli/self-check/hidden-failures.js'
import { differencesOf, evidenceOf, variantEvidenceOf } from '../dist/cli/self-check/judged-again.js'
import { readMeasured } from '../dist/cli/self-check/measured-faults.js'
import { faults, variants } from '../dist/reference/index.js'
import { suites } from '../dist/suites/index.js'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '1/1' },
    journal: { type: 'string' },
    api: { type: 'string' },
    fault: { type: 'string', multiple: true },
    differing: { type: 'boolean', default: false },
    variants: { type: 'boolean', default: false },
  },
})
const [part, parts] = values.part.split('/').map(Number)
const measured = readMeasured()
const all = values.variants ? variants : faults
const isDue = ({ id, api }, index) =>
  values.fault ? values.fault.includes(id) : index % parts === part - 1 && (values.api ?? api) === api
const due = all.filter(isDue)
const entries = new Map()
if (values.journal && existsSync(values.journal))
  for (const line of readFileSync(values.journal, 'utf8').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line)
    entries.set(entry.id, entry)
  }
const isGood = entry => entry.again.length === 0 && entry.traffic.length === 0
const isDone = ({ id }) => {
  const entry = entries.get(id)
  return entry !== undefined && !values.fault && (isGood(entry) || !values.differing)
}

async function examined(subject) {
  const evidence = await (values.variants
    ? variantEvidenceOf(subject)
    : evidenceOf(subject, measured.get(subject.id)?.budget))
  const { report, target, exchanges } = evidence
  const traffic = judgeRecords(
    exchanges.map(line => JSON.parse(line)),
    target,
    suites,
  )
  const isShown = ({ id, verdict }) =>
    (subject.breaches ?? []).includes(id) && (verdict === 'fail' || verdict === 'warn')
  return {
    id: subject.id,
    exchanges: exchanges.length,
    claims: evidence.claims.length,
    shown: traffic.requirements.some(isShown),
    ...hiddenIn(evidence, traffic),
    again: differencesOf(evidence).slice(0, 9),
    traffic: contradictions(report, traffic).map(
      one => `${one.requirement}: run ${one.run}, traffic ${one.traffic}: ${one.message ?? ''}`,
    ),
  }
}

const turns = new Map()
const turnOf = subject => {
  const about = subject.breaches?.[0] ?? subject.uses
  turns.set(about, (turns.get(about) ?? 0) + 1)
  return turns.get(about)
}
const order = due.map(subject => ({ subject, turn: turnOf(subject) })).sort((one, other) => one.turn - other.turn)

for (const { subject } of order.filter(({ subject }) => !isDone(subject))) {
  const entry = await examined(subject)
  entries.set(entry.id, entry)
  if (values.journal) appendFileSync(values.journal, `${JSON.stringify(entry)}\n`)
  if (isGood(entry)) continue
  console.log(entry.id)
  for (const line of entry.again) console.log(`  judged again: ${line}`)
  for (const line of entry.traffic) console.log(`  as traffic: ${line}`)
}

const done = due.flatMap(({ id }) => entries.get(id) ?? [])
const sum = name => done.reduce((total, entry) => total + (entry[name] ?? 0), 0)
const count = test => done.filter(test).length
const [failed, hidden] = [sum('failed'), done.reduce((total, { hidden = [] }) => total + hidden.length, 0)]
console.log(
  `${done.length} ${values.variants ? 'variants' : 'faults'}, ${sum('exchanges')} exchanges, ${sum('claims')} claims: ` +
    `${count(({ again }) => again.length > 0)} judged differently again, ` +
    `${count(({ traffic }) => traffic.length > 0)} contradicted as traffic, ${count(({ shown }) => shown)} shown by traffic alone; ` +
    `with all broken claims taken out, verify would notice ${failed - hidden} of ${failed} failures`,
)
process.exitCode = done.every(isGood) ? 0 : 1
