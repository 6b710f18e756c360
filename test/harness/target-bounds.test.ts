/** Target files that are too large, too deep, or that contain secrets which would appear in reports. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadTarget, parseTarget, validTarget } from '../../harness/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-target-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLAIN = 'name: a\ntrading: { baseUrl: "https://a.example/v1" }\n'

const parse = (text: string) => parseTarget(text, 't.yaml', {})

describe('a target file', () => {
  it('may have a base URL that ends with slashes, which are not doubled', () => {
    const target = validTarget({ name: 'staging', trading: { baseUrl: 'https://venue.example/v1//' } })
    expect(target.trading?.baseUrl).toBe('https://venue.example/v1')
  })

  it.each([
    ['http://LocalHost:1234/v1', 'http://localhost:1234/v1'],
    ['http://venue.example:80/v1/', 'http://venue.example/v1'],
    ['https://venue.example:443', 'https://venue.example'],
    ['http://127.1:1234/v1', 'http://127.0.0.1:1234/v1'],
    ['https://bücher.example/größe', 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe'],
  ])('may spell a base URL as %s', (baseUrl, sent) => {
    expect(validTarget({ name: 'staging', trading: { baseUrl } }).trading?.baseUrl).toBe(sent)
  })

  it.each([
    [
      'a user in a base URL',
      'name: a\ntrading: { baseUrl: "https://me:pw@a.example/v1" }',
      /^t\.yaml:2:12: trading\.baseUrl holds a user or password/,
    ],
    [
      'a user in the provisioner',
      'name: a\nmessaging: { baseUrl: "https://a.example", featureLevel: 1, provisioner: "http://me@b.example/" }',
      /provisioner holds a user or password/,
    ],
    ['a thousand brackets', `name: ${'['.repeat(1000)}`, /nested deeper than 100 levels/],
    ['a thousand dashes', `name: ${'- '.repeat(1000)}x`, /t\.yaml/],
    ['aliases of aliases', aliases(), /alias/],
    [
      'a timestamp among the parameters of the probe',
      'name: a\ntrading: { baseUrl: "https://a.example", signedProbe: { path: /a, params: { timestamp: "1" } } }',
      /^t\.yaml:2:\d+: trading\.signedProbe\.params\.timestamp has to be left out/,
    ],
    [
      'a name from the environment without quotes between braces',
      `name: a\ntrading: { baseUrl: "https://a.example", credentials: { apiKey: $\{A}, secretKey: "b" } }`,
      /^t\.yaml:2:\d+: between \{ and \} .*in quotes: "\$\{NAME\}"$/,
    ],
    ['a second document', `${PLAIN}---\nname: b\n`, /^t\.yaml:3:1: .*a second document begins here/],
    ['an unknown tag', PLAIN.replace(': a', ': !b a'), /^t\.yaml:1:\d+: .*unresolved tag/],
    ['an infinite rate', `${PLAIN}requestsPerSecond: .inf\n`, /requestsPerSecond has to be at most/],
  ])('with %s is refused in one sentence', (_what, text, sentence) => {
    expect(() => parse(text)).toThrow(sentence)
  })

  it('is refused without quoting a password', () => {
    expect(() => parse('name: a\ntrading: { baseUrl: "https://me:pw123@a.example/v1" }')).toThrow(/^(?!.*pw123)/)
  })

  it('may have an at sign in the path of a base URL', () => {
    expect(parse('name: a\ntrading: { baseUrl: "https://a.example/@team/v1" }').trading?.baseUrl).toContain('@team')
  })

  it('is not read beyond a megabyte, nor endlessly', () => {
    const large = join(folder, 'large.yaml')
    writeFileSync(large, `name: ${'x'.repeat(2_000_000)}`)
    expect(() => loadTarget(large)).toThrow(/is larger than 1 MB/)
    writeFileSync(large, Buffer.from('name: caf\u00e9', 'latin1'))
    expect(() => loadTarget(large)).toThrow(/is not text in UTF-8/)
    expect(() => loadTarget('/dev/zero')).toThrow(/is larger than 1 MB/)
    expect(() => loadTarget(folder)).toThrow(/is a folder/)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(() => loadTarget(pipe)).toThrow(/pipe/)
  })
})

function aliases(): string {
  const lines = Array.from({ length: 12 }, (_, n) => `  - &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`)
  return `name: a\nx:\n  - &a0 [x]\n${lines.join('\n')}\n`
}

describe('a number from the environment', () => {
  const target = `name: t
messaging:
  baseUrl: http://127.0.0.1:1/api/v1
  featureLevel: \${LEVEL}
  actors: { member: { email: m@chat.example, apiKey: "\${KEY}" } }
`

  it('is a number where one is wanted; a key of digits stays a text', () => {
    const { messaging } = parseTarget(target, 't.yaml', { LEVEL: '417', KEY: '12345678' })
    expect(messaging?.featureLevel).toBe(417)
    expect(messaging?.actors?.['member']?.apiKey).toBe('12345678')
  })

  it('is refused if it is none', () => {
    expect(() => parseTarget(target, 't.yaml', { LEVEL: 'newest', KEY: 'k' })).toThrow(
      /messaging\.featureLevel has to be a whole number/,
    )
  })
})
