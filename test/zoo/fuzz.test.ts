/** Whatever is written in the files that Assay reads, the answer is a value or one sentence, and never a stack. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readRun } from '../../cli/finished/read-run.ts'
import { parseBaseline } from '../../cli/gate/baseline-file.ts'
import { UsageError } from '../../cli/usage-error.ts'
import { ConfigurationError, parseTarget, redactor } from '../../harness/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SHARDS = [
  'name: a',
  'trading:',
  '  baseUrl: http://a.example',
  '&a [*a]',
  '*b',
  '!!binary x',
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
const runs = { numRuns: 300, seed: 1 }

function tells(deed: () => unknown): void {
  try {
    deed()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message).not.toBe('')
  }
}

describe('whatever stands in', () => {
  it('a target file', () =>
    fc.assert(
      fc.property(text, input => tells(() => parseTarget(input, 't.yaml', {}))),
      runs,
    ))

  it('a baseline', () =>
    fc.assert(
      fc.property(text, input => tells(() => parseBaseline(input, 'b.yaml'))),
      runs,
    ))

  it('a reply or a header is shown without the secret, and shown again alike', () => {
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
