/**
 * Which checks use what others may need for themselves: each check alone against the embedded reference, so that what it
 * usually shares with others it has to make itself. `node bench/touched.mjs` writes specs/proof/touched.json.
 */
import { writeFileSync } from 'node:fs'
import { inProcessTransport, run, validTarget, virtualClock } from '../dist/harness/index.js'
import { createReference } from '../dist/reference/index.js'
import { resources, suites } from '../dist/suites/index.js'

/** Budget, feature level and seed of each round. */
const ROUNDS = [
  ['quick', 500, 1],
  ['standard', 500, 2],
  ['thorough', 200, 3],
]

async function operationsOf(id, [budget, level, seed]) {
  const clock = virtualClock()
  const reference = createReference({ clock, featureLevel: level })
  const file = validTarget(reference.targetFile('http://reference.invalid'))
  const operations = new Set()
  await run({
    target: { ...file, folder: '.', file: null },
    areas: suites,
    sink: { exchange: ({ via, operation }) => via === 'target' && operations.add(operation), claim() {}, close() {} },
    ...{ clock, transport: inProcessTransport(reference.answer), checks: [id], allow: ['write', 'destructive'] },
    ...{ only: ['messaging.envelope.*'], budget, seed, once: true, throwaway: true, runId: 'touch' },
  })
  return operations
}

const touched = Object.fromEntries(Object.keys(resources).map(name => [name, []]))
for (const { items } of suites)
  for (const { does, id } of items) {
    if (does === 'invariant' || !id.startsWith('messaging.')) continue
    const used = new Set()
    for (const round of ROUNDS) for (const operation of await operationsOf(id, round)) used.add(operation)
    for (const [name, operations] of Object.entries(resources))
      if (operations.some(operation => used.has(operation))) touched[name].push(id)
  }
for (const [name, ids] of Object.entries(touched)) console.log(`${name}: ${ids.length} checks and visits`)
writeFileSync(
  new URL('../specs/proof/touched.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(Object.entries(touched).map(([name, ids]) => [name, ids.sort()])), null, 2)}\n`,
)
