/** Whatever the files that Assay reads contain, the result is a value or a message of one sentence, never a stack trace. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { parseStatement } from '../../cli/certify/statement.ts'
import { readRun } from '../../cli/finished/read-run.ts'
import { parseBaseline } from '../../cli/gate/baseline-file.ts'
import { UsageError } from '../../cli/usage-error.ts'
import { ConfigurationError, parseTarget, redactor } from '../../harness/index.ts'
import type { FixtureValue } from '../../harness/provision/fixture-kind.ts'
import { faultOf } from '../../harness/provision/fixture-values.ts'
import { fromHar } from '../../harness/traffic/har-entry.ts'
import { fixtureKinds } from '../../suites/messaging/fixture-kinds.ts'
import { assayWith } from '../cli/fake-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SHARDS = [
  'name: a',
  'trading:',
  '  baseUrl: http://a.example',
  '&a [*a]',
  '*b',
  '!!binary x',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text looks like a placeholder
  '${HOME}',
  '"\\ud800"',
  '- ',
  '{',
  ']',
  '? ',
  '<<: ',
  '\t',
  '%YAML 1.9',
  '---',
  '\u0000',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json(),
  fc
    .array(fc.oneof(fc.constantFrom(...SHARDS), fc.string({ maxLength: 10 })), { maxLength: 12 })
    .map(lines => lines.join('\n')),
)
/** Values of any type, in place of some members of nearly valid entries. */
const odd = fc.oneof(
  fc.json().map(one => JSON.parse(one) as unknown),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const or = (right: unknown): fc.Arbitrary<unknown> => fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, odd)
const entry = fc.record({
  startedDateTime: or('2026-01-01T00:00:00.000Z'),
  time: or(5),
  request: fc.oneof(
    fc.record({
      method: or('GET'),
      url: or('http://a.example/v1/public/ping'),
      headers: or([{ name: 'a', value: 'b' }]),
      queryString: or([]),
      postData: or({ mimeType: 'application/json', text: '{}' }),
    }),
    odd,
  ),
  response: fc.oneof(
    fc.record({ status: or(200), headers: or([]), content: or({ text: '{}', encoding: 'base64', mimeType: 'x' }) }),
    odd,
  ),
})
const inHar = (entries: readonly unknown[]): string => JSON.stringify({ log: { version: '1.2', entries } })
const runs = { numRuns: 300, seed: 1 }

function succeedsOrReports(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    expect(error instanceof ConfigurationError || error instanceof UsageError, String(error)).toBe(true)
    expect((error as Error).message).not.toBe('')
  }
}

describe('any content of', () => {
  it('a target file', () =>
    fc.assert(
      fc.property(text, input => succeedsOrReports(() => parseTarget(input, 't.yaml', {}))),
      runs,
    ))

  it('a baseline', () =>
    fc.assert(
      fc.property(text, input => succeedsOrReports(() => parseBaseline(input, 'b.yaml'))),
      runs,
    ))

  it('a statement', () =>
    fc.assert(
      fc.property(text, input => succeedsOrReports(() => parseStatement(input, 's.yaml'))),
      runs,
    ))

  it('an answer of a provisioner', () =>
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fixtureKinds)), fc.json(), (kind, answer) => {
        const value: unknown = JSON.parse(answer)
        if (typeof value !== 'object' || value === null) return
        const fault = faultOf(fixtureKinds[kind], value as FixtureValue)
        if (fault !== null) expect(fault).toMatch(/^(its value has no|the ".*" of its value is not) /)
      }),
      runs,
    ))

  it('an entry of a HAR', () =>
    fc.assert(
      fc.property(entry, input => {
        const captured = fromHar(input, { file: 'x.har', entry: 1 }, null)
        if (captured) expect(() => JSON.stringify(captured)).not.toThrow()
      }),
      runs,
    ))

  it('a file of captured traffic', async () => {
    const file = join(folder, 'traffic.har')
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.array(entry, { maxLength: 4 }).map(inHar)), async input => {
        writeFileSync(file, input)
        const { status, err } = await assayWith(['judge', file, '--out', join(folder, 'judged'), '--no-page'])
        expect([0, 1, 2, 3]).toContain(status)
        expect(err).not.toMatch(/\n {4}at /)
      }),
      { ...runs, numRuns: 30 },
    )
  })

  it('a reply or a header is redacted, and redacting it again gives the same text', () => {
    fc.assert(
      fc.property(text, fc.string({ maxLength: 20 }), fc.nat(3), (before, after, form) => {
        const secret = 'K3y/with+odd chars&1'
        const hidden = redactor()
        hidden.learn(secret)
        const echo = [
          secret,
          encodeURIComponent(secret),
          JSON.stringify(secret),
          Buffer.from(secret).toString('base64'),
        ][form]
        const shown = hidden.body(`${before}${echo}${after}`)
        expect(shown).not.toContain(echo)
        expect(hidden.body(shown)).toBe(shown)
      }),
      runs,
    )
  })

  it('the evidence of a finished run', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (report, exchanges, claims) => {
        writeFileSync(join(folder, 'report.json'), report)
        writeFileSync(join(folder, 'exchanges.ndjson'), exchanges)
        writeFileSync(join(folder, 'claims.ndjson'), claims)
        await readRun(folder).catch(error => expect(error).toBeInstanceOf(UsageError))
      }),
      { ...runs, numRuns: 60 },
    )
  })
})
