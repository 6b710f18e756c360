/** Verification refuses every forgery and names what is wrong. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPublicKey, writeKeys } from '../../cli/certify/keys.ts'
import { checkTraffic } from '../../cli/verify/as-traffic.ts'
import { type Findings, UNEXAMINED } from '../../cli/verify/context.ts'
import { examine, refusalsOf, type Verification, verifyBundle } from '../../cli/verify/verify-bundle.ts'
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { aBundle, forgeryOf, type Made, removed } from './a-bundle.ts'
import { careless, type Forge, insiders, keyless } from './forgeries.ts'

let made: Made
beforeAll(async () => {
  made = await aBundle()
})
afterAll(() => removed(made.folder))

const examined = (folder: string, now = Date.now()): Promise<Verification> =>
  verifyBundle(folder, { key: readPublicKey(made.publicFile), now })

/** The messages of verification, up to the expected one. Page and certificate are made again only if it does not come without. */
async function refusals(forge: Forge, after: Forge, expected: RegExp): Promise<string> {
  const messages = await refusalsWith(false, forge, after, expected)
  return expected.test(messages) ? messages : await refusalsWith(true, forge, after, expected)
}

const DRAWN = ['certificate', 'page']

/** The same; with `draws: false`, page and certificate are not made again, and verification stops before it examines them. */
async function refusalsWith(draws: boolean, forge: Forge, after: Forge, expected: RegExp): Promise<string> {
  const forgery = forgeryOf(made, draws)
  try {
    const before = forgery.text('attestation.json')
    forge(forgery)
    if (forgery.text('attestation.json') === before) after(forgery)
    const found = { folder: forgery.folder, options: { key: readPublicKey(made.publicFile) }, files: new Map() }
    let messages = ''
    for await (const { name, ok, message } of examine(found)) {
      if (!draws && DRAWN.includes(name)) break
      if (!ok) messages += `${name}: ${message}\n`
      if (expected.test(messages)) break
    }
    return messages
  } finally {
    removed(forgery.folder)
  }
}

test('the bundle itself verifies', async () => {
  expect(refusalsOf(await examined(made.bundle))).toEqual([])
  expect(careless.length + keyless.length + insiders.length).toBeGreaterThan(60)
})

test.each(careless)('refuses a forgery by anybody: %s', async (_, forge, refusal) => {
  expect(await refusals(forge, () => {}, refusal)).toMatch(refusal)
})

test.each(keyless)('refuses a forgery without the key: %s', async (_, forge, refusal) => {
  expect(await refusals(forge, f => f.redigest(), refusal)).toMatch(refusal)
})

test.each(insiders)('refuses a forgery with the key: %s', async (_, forge, refusal) => {
  expect(await refusals(forge, f => f.sign(), refusal)).toMatch(refusal)
})

test('a signature by another key is reported with the key id, and after a year the certificate has expired', async () => {
  const { publicFile } = writeKeys(join(made.folder, 'others'))
  const found = await verifyBundle(made.bundle, { key: readPublicKey(publicFile) })
  expect(refusalsOf(found)[0]).toMatch(/signature: the attestation is signed by key [0-9a-f]{16}, not by the given key/)
  const named = (name: string) => found.checks.find(check => check.name === name)
  for (const name of ['certificate', 'page']) expect(named(name)).toEqual({ name, ok: false, message: UNEXAMINED })
  const aged = await examined(made.bundle, Date.now() + 366 * 86_400_000)
  expect(refusalsOf(aged)).toEqual([expect.stringMatching(/times: the certificate expired on 20\d\d-/)])
})

test('a violation is detected from the exchanges if its claims were removed', () => {
  const lines = (name: string): never[] =>
    readFileSync(join(made.bundle, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as never)
  const report = JSON.parse(readFileSync(join(made.bundle, 'report.json'), 'utf8')) as Report
  const exchanges: ExchangeRecord[] = lines('exchanges.ndjson')
  const found = (list: ExchangeRecord[]): Findings => ({ report, exchanges: list }) as unknown as Findings
  expect(checkTraffic(found(exchanges))).toMatch(/contradict no verdict/)
  const accepted = exchanges.map(one =>
    one.operation === 'removeApnsToken' && one.response
      ? { ...one, response: { ...one.response, body: '{"result":"success","msg":""}' } }
      : one,
  )
  expect(() => checkTraffic(found(accepted))).toThrow(/apns\.\S+ is reported as pass, and the exchanges show/)
})
