/** Whatever a provisioner module throws or returns is reported as a provisioning error, without secrets. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-thrown-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'Kq7Zp3Xw9Lm2Vt5R'

it.each([
  ['null', 'throw null'],
  ['nothing', 'throw undefined'],
  ['a symbol', 'throw Symbol("x")'],
  ['an object without a prototype', 'throw Object.create(null)'],
  ['an object whose message throws', 'throw { get message() { throw new Error("again") } }'],
  ['an object that throws on every access', 'throw new Proxy({}, { getPrototypeOf() { throw new Error("again") } })'],
  ['an error whose message is not a text', `throw Object.assign(new Error(), { message: { key: "${SECRET}" } })`],
  ['an error with a secret', `throw new Error("refused: ${SECRET}")`],
  ['an error of ten megabytes', `throw new Error("x".repeat(1e7) + "${SECRET}")`],
  ['an answer whose value throws', `return { get value() { throw new Error("${SECRET}") } }`],
  ['an excuse with a secret', `return { unavailable: "no ${SECRET}" }`],
])('is a provisioning error without secrets: %s', async (what, code) => {
  const module = `${what.replaceAll(' ', '-')}.mjs`
  writeFileSync(join(folder, module), `export async function provision() { ${code} }\n`)
  const { clock, transport, target } = referenceInProcess()
  const { messaging } = target
  if (!messaging) throw new Error('the reference has no messaging API')
  const actors = Object.fromEntries(
    Object.entries(messaging.actors ?? {}).map(([name, actor]) => [name, { ...actor, password: SECRET }]),
  )
  const sink = memorySink()
  const { report, mistakes } = await run({
    target: { name: 't', folder, file: null, messaging: { ...messaging, actors, provisioner: `./${module}` } },
    ...{ areas: suites, only: ['messaging.reactions.*'], clock, sink, transport },
    ...{ allow: ['write'], budget: 'quick', seed: 1 },
  })
  expect(mistakes).toEqual([])
  expect(report.summary.counts).toMatchObject({ pass: 0, fail: 0 })
  const written = JSON.stringify([report, sink])
  expect(written).not.toContain(SECRET)
  expect(written.length).toBeLessThan(5_000_000)
})
