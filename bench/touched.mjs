/**
 * Which checks use resources that other checks may need exclusively. Each check runs alone against the embedded reference, so
 * that it also has to make the values that it usually shares. `node bench/touched.mjs` writes specs/proof/touched.json.
 */
import { writeFileSync } from 'node:fs'
import { inProcessTransport, memorySink, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { resources, suites } from '../dist/suites/index.js'

/** Budget, feature level and seed of each round. */
const ROUNDS = [
  ['quick', 500, 1],
  ['standard', 500, 2],
  ['thorough', 200, 3],
]

/** The names of the resources that a check uses when it runs alone. */
async function disturbedBy(id, [budget, level, seed]) {
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: level })
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const sink = memorySink()
  await run({
    target: { ...file, folder: '.', file: null },
    areas: suites,
    ...{ sink, clock, transport: inProcessTransport(reference.answer), checks: [id], allow: ['write', 'destructive'] },
    ...{ only: ['messaging.envelope.*'], budget, seed, once: true, throwaway: true, runId: 'touch' },
  })
  const sent = sink.exchanges.filter(({ via }) => via === 'target')
  return Object.entries(resources).flatMap(([name, disturbs]) => (sent.some(disturbs) ? [name] : []))
}

const touched = Object.fromEntries(Object.keys(resources).map(name => [name, []]))
for (const { items } of suites)
  for (const { does, id } of items) {
    if (does === 'invariant' || !id.startsWith('messaging.')) continue
    const names = new Set()
    for (const round of ROUNDS) for (const name of await disturbedBy(id, round)) names.add(name)
    for (const name of names) touched[name].push(id)
  }
for (const [name, ids] of Object.entries(touched)) console.log(`${name}: ${ids.length} checks and visits`)
writeFileSync(
  new URL('../specs/proof/touched.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(Object.entries(touched).map(([name, ids]) => [name, ids.sort()])), null, 2)}\n`,
)
