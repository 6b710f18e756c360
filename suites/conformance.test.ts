/**
 * Judges a target under vitest, one test for each requirement, named by its sentence. `ASSAY_TARGET` names a target
 * file (default: the embedded reference), `ASSAY_ONLY` globs on ids, `ASSAY_ALLOW` what a run may do beyond reading.
 */
import { beforeAll, describe, test } from 'vitest'
import { areas } from '../generated/catalogue.ts'
import type { JudgedRequirement, Report } from '../generated/formats.ts'
import {
  inProcessTransport,
  loadTarget,
  memorySink,
  planRun,
  run,
  validTarget,
  virtualClock,
} from '../harness/index.ts'
import { createReference } from '../reference/index.ts'
import { failureBlock } from '../reports/index.ts'
import { suites } from './index.ts'

const words = (name: string): string[] => (process.env[name] ?? '').split(',').filter(word => word !== '')

function embedded() {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock })
  const target = { ...validTarget(reference.targetFile('http://reference.invalid')), folder: '.', file: null }
  return { target, clock, transport: inProcessTransport(reference.answer), allow: ['write', 'destructive'] as const }
}

function described(file: string) {
  const allow = words('ASSAY_ALLOW').filter(word => word === 'write' || word === 'destructive')
  return { target: loadTarget(file), allow }
}

const file = process.env['ASSAY_TARGET']
const options = { areas: suites, only: words('ASSAY_ONLY'), ...(file ? described(file) : embedded()) }
const planned = planRun(options).requirements.map(({ requirement }) => requirement)
const sink = memorySink()
const entries = new Map<string, JudgedRequirement>()
let target: Report['target'] = { name: '' }

beforeAll(async () => {
  const { report, mistakes } = await run({ ...options, sink })
  if (mistakes.length > 0)
    throw new AggregateError(
      mistakes.map(({ error }) => error),
      'checks made mistakes',
    )
  for (const entry of report.requirements) entries.set(entry.id, entry)
  target = report.target
})

for (const { id: area, title, api } of areas) {
  const members = planned.filter(requirement => requirement.area === area)
  if (members.length === 0) continue
  describe(`${title} (${api})`, () => {
    for (const { id, sentence } of members) {
      test(sentence, async ({ annotate, skip }) => {
        const entry = entries.get(id)
        if (!entry || entry.verdict === 'unverified' || entry.verdict === 'not-applicable') {
          return skip(`${entry?.reason ?? 'not applicable'}: ${entry?.message ?? id}`)
        }
        if (entry.verdict === 'pass') return
        const find = (n: number) => sink.exchanges.find(exchange => exchange.n === n)
        const block = failureBlock(entry, target, find, { columns: 120, colour: false })
        if (entry.verdict === 'warn') await annotate(block, 'warning')
        else throw Object.assign(new Error(block), { stack: block })
      })
    }
  })
}
