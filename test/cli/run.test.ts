/** `assay run`: output, options and mistakes in target files. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, test } from 'vitest'
import { assay } from '../../cli/assay.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { serveReference } from '../../reference/index.ts'
import claimSchema from '../../specs/formats/claim.schema.json' with { type: 'json' }
import exchangeSchema from '../../specs/formats/exchange.schema.json' with { type: 'json' }
import reportSchema from '../../specs/formats/report.schema.json' with { type: 'json' }
import { assayWith, fakeIo, freshFolder } from './fake-io.ts'

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)
const reportIn = (name: string): Report => JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report
const linesOf = <T>(...path: string[]): T[] =>
  readFileSync(join(folder, ...path), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)

function targetFile(name: string, text: string): string {
  writeFileSync(inFolder(name), text)
  return inFolder(name)
}

/** A port of this machine on which no server listens. */
function deadPort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 1))
    })
  })
}

describe('the embedded reference', () => {
  test('passes, and leaves a report and evidence that fit their schemas', async () => {
    const { status, out } = await assayWith(['run', '--only', 'trading.time.*', '--out', inFolder('time')])
    expect(out).toContain('CONFORMANT  every required thing in scope was demonstrated')
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(16)
    expect(out.split('\n').filter(line => line.length > 80 && !line.includes(folder))).toEqual([])
    expect(status).toBe(0)
    const ajv = addFormats.default(new Ajv2020({ strict: false }))
    expect(ajv.validate(reportSchema, reportIn('time')), ajv.errorsText()).toBe(true)
    const exchanges = linesOf<ExchangeRecord>('time', 'exchanges.ndjson')
    const claims = linesOf<ClaimRecord>('time', 'claims.ndjson')
    for (const record of exchanges) expect(ajv.validate(exchangeSchema, record), ajv.errorsText()).toBe(true)
    for (const record of claims) expect(ajv.validate(claimSchema, record), ajv.errorsText()).toBe(true)
    expect(reportIn('time').run).toMatchObject({ exchanges: exchanges.length, claims: claims.length, seed: 1 })
  })

  test('--json prints the summary to the standard output, and the text to the standard error', async () => {
    const argv = ['run', '--only', 'trading.ping.*', '--json', '--out', inFolder('json')]
    const { out, err } = await assayWith(argv)
    expect(JSON.parse(out)).toEqual(reportIn('json').summary)
    expect(err).toContain('CONFORMANT')
  })

  test('--reporter chooses the output', async () => {
    const argv = ['run', '--only', 'trading.ping.*', '--reporter', 'junit', '--out', inFolder('junit')]
    expect((await assayWith(argv)).out).toBe('')
    expect(readFileSync(inFolder('junit/junit.xml'), 'utf8')).toContain('<testsuite name="trading.ping"')
    await assayWith(['run', '--only', 'trading.ping.*', '--reporter', 'none', '--out', inFolder('junit')])
    expect(existsSync(inFolder('junit/junit.xml'))).toBe(false)
  })

  test('--feature-level decides which requirements apply', async () => {
    const argv = ['run', '--only', 'messaging.drafts.ids', '--feature-level', '100', '--out', inFolder('level')]
    await assayWith(argv)
    expect(reportIn('level').target.messaging?.featureLevel).toBe(100)
  })

  test('--dry-run sends nothing and prints the plan', async () => {
    const { status, out } = await assayWith(['run', '--dry-run', '--only', 'trading.time.*', '--out', inFolder('dry')])
    expect(status).toBe(0)
    expect(out).toMatch(/^Plan for reference at feature level \d+, profile everything, budget standard\n/)
    expect(out).toMatch(/\nRequests {2}about \d+: trading \d+ with no rate limit/)
    expect(existsSync(inFolder('dry'))).toBe(false)
  })

  test('an interruption still leaves a report', async () => {
    const io = fakeIo()
    const running = assay(['run', '--only', 'trading.*', '--out', inFolder('stopped')], io)
    while (!existsSync(inFolder('stopped/exchanges.ndjson'))) await new Promise(resolve => setImmediate(resolve))
    io.interrupt()
    expect(await running).toBe(130)
    expect(reportIn('stopped').run.interrupted).toBe(true)
    expect(io.written.err).toContain('Ctrl-C again stops at once')
    expect(io.exits).toEqual([])
  })

  test('a second interruption ends it at once', async () => {
    const io = fakeIo()
    const running = assay(['run', '--only', 'trading.*', '--out', inFolder('twice')], io)
    while (!existsSync(inFolder('twice/exchanges.ndjson'))) await new Promise(resolve => setImmediate(resolve))
    io.interrupt()
    io.interrupt()
    expect(io.exits).toEqual([130])
    expect(io.written.err).toContain(`assay: stopped. The evidence so far is in ${inFolder('twice')}.\n`)
    await running
  })
})

describe('a target file', () => {
  const trading = (more: string): string => `name: acme\ntrading:\n  baseUrl: http://127.0.0.1:9/v1\n${more}`

  test.each([
    [
      'name: acme\ntrading: { baseUrl: 5 }\n',
      /^assay: \S+:2:\d+: trading\.baseUrl has to be a string: put it in quotes\n$/,
    ],
    ['name: "acme\n', /^assay: \S+:2:1: this is not valid YAML: a closing quotation mark \("\) is missing\n$/],
    ['name: a\ntrading: *t\n', /^assay: \S+:2:10: this alias has no anchor before it\n$/],
    ['name: "a\\q"\n', /^assay: \S+:1:\d+: this is not valid YAML: invalid escape sequence\n$/],
    ['name: |secret\n', /^assay: \S+:1:\d+: this is not valid YAML: block scalar header includes extra characters\n$/],
    ['name: acme\ntrading: [\n', /^assay: \S+:[23]:\d+: .+\n$/],
    [
      'name: acme\n',
      /^assay: \S+:1:1: the target file describes no API: it has none of trading, messaging, apis, targets\n$/,
    ],
    [
      'name: acme\napis:\n  trading: { baseUrl: "http://127.0.0.1:9/v1" }\n',
      /^assay: \S+:3:3: trading is a member of the target file itself: move it out of apis, which is for APIs of your own suites\n$/,
    ],
    [trading('colour: red\n'), /^assay: \S+:4:1: the target file has no member "colour"\n$/],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of target files
      trading('  credentials: { apiKey: "${NOT_SET_ANYWHERE}", secretKey: x }\n'),
      /:4:\d+: the environment variable NOT_SET_ANYWHERE is not set, or empty\n$/,
    ],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of target files
      trading('  credentials: { apiKey: "${NOT_SET_A}", secretKey: "${NOT_SET_B}" }\n'),
      /:4:\d+: these environment variables are not set, or empty: NOT_SET_A, NOT_SET_B\n$/,
    ],
    [
      'name: acme\ntrading: { baseURL: "http://127.0.0.1:9/v1" }\n',
      /:2:\d+: trading has no member "baseURL" \(did you mean "baseUrl"\?\)\n$/,
    ],
    [
      trading('requestPerSecond: 5\n'),
      /:4:1: .* no member "requestPerSecond" \(did you mean "requestsPerSecond"\?\)\n$/,
    ],
  ])('with a mistake is reported with line and column', async (text, said) => {
    const { status, err, out } = await assayWith([
      'run',
      '--target',
      targetFile('bad.yaml', text),
      '--out',
      inFolder('bad'),
    ])
    expect(err).toMatch(said)
    expect(status).toBe(2)
    expect(out).toBe('')
    expect(existsSync(inFolder('bad'))).toBe(false)
  })

  test('that does not exist is reported', async () => {
    expect(await assayWith(['run', '--target', inFolder('none.yaml')])).toEqual({
      status: 2,
      out: '',
      err: `assay: ${inFolder('none.yaml')}: there is no such file\n`,
    })
  })

  test('whose deployment does not answer gives one sentence and exit status 3', async () => {
    const port = await deadPort()
    const file = targetFile('dead.yaml', `name: dead\ntrading: { baseUrl: "http://127.0.0.1:${port}/v1" }\n`)
    const { status, out, err } = await assayWith(['run', '--target', file, '--out', inFolder('dead')])
    expect(err).toBe(
      `assay: http://127.0.0.1:${port} gave no reply (the connection was refused); nothing was judged\nNext: npx --no-install assay doctor --target ${file}\n`,
    )
    expect(out).toBe(`Reports: ${inFolder('dead')}: report.json, exchanges.ndjson, claims.ndjson, report.html\n`)
    expect(status).toBe(3)
    expect(reportIn('dead').summary.outcome).toBe('invalid')
  })

  test('whose provisioner does not answer: the report names the provisioner, not the target', async () => {
    const [port, served] = [await deadPort(), await serveReference({ port: 0 })]
    const whole = served.reference.targetFile(served.origin) as { messaging: object }
    const messaging = { ...whole.messaging, provisioner: `http://127.0.0.1:${port}/provision` }
    const file = targetFile('lonely.json', JSON.stringify({ ...whole, messaging, requestsPerSecond: 0 }))
    const words = ['--only', 'messaging.reactions.removed', '--allow', 'write', '--no-page']
    const { status, out } = await assayWith(['run', '--target', file, ...words, '--out', inFolder('lonely')])
    await served.close()
    expect(status).toBe(3)
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      `the provisioner at http://127.0.0.1:${port} gave no reply: the connection was refused (exchange 3) (unreachable)`,
    )
  })

  test('whose provisioner is a module that does not exist has a mistake', async () => {
    const text =
      'name: m\nmessaging: { baseUrl: "http://127.0.0.1:9/v1", featureLevel: 400, provisioner: ./nope.mjs }\n'
    const file = targetFile('modular.yaml', text)
    for (const command of ['run', 'doctor']) {
      const { status, err } = await assayWith([command, '--target', file])
      expect(err).toBe(
        `assay: ${file}: messaging.provisioner is ./nope.mjs, and there is no file ${inFolder('nope.mjs')}\n`,
      )
      expect(status).toBe(2)
    }
  })

  test.each([
    ['syntax.mjs', 'export function provision( {', /cannot be loaded: [^\n]+/],
    ['empty.mjs', 'export const other = 1', /cannot be loaded: it exports no function named provision/],
    ['throws.mjs', "throw new Error('no key abcdefgh12345678')", /cannot be loaded: no key \{\{secret:\d+\}\}/],
  ])('whose provisioner is a module that cannot be loaded has a mistake: %s', async (name, code, why) => {
    writeFileSync(inFolder(name), code)
    const actors = '{ admin: { email: a@b.example, apiKey: abcdefgh12345678 } }'
    const text = `name: m\nmessaging: { baseUrl: "http://127.0.0.1:9/v1", featureLevel: 400, provisioner: ./${name}, actors: ${actors} }\n`
    const file = targetFile(`${name}.yaml`, text)
    for (const more of [[], ['--dry-run']]) {
      const { status, err, out } = await assayWith(['run', '--target', file, '--out', inFolder('unwritten'), ...more])
      expect(err).toMatch(why)
      expect(err).toMatch(/^assay: [^\n]+\n$/)
      expect([status, out, existsSync(inFolder('unwritten'))]).toEqual([2, '', false])
    }
  })

  test('--dry-run counts the requests up to --max-requests, and cleanup apart', async () => {
    const words = ['run', '--dry-run', '--only', 'messaging.*', '--max-requests', '60']
    const { out } = await assayWith(words)
    expect(out).toMatch(
      /^Requests {2}about 60: messaging 60 .*\nCleanup {3}about \d+ more, which --max-requests does not/m,
    )
    const { requests, cleanupRequests, judged, unverified } = JSON.parse((await assayWith([...words, '--json'])).out)
    const beyond = unverified.filter(({ why }: { why: string }) => why === '--max-requests 60 leaves no request for it')
    expect(beyond.length).toBeGreaterThan(judged.length)
    expect(out).toMatch(/^\d+ of \d+ requirements would be judged$/m)
    expect(Number(/^(\d+) of/m.exec(out)?.[1])).toBe(judged.length)
    expect(requests).toEqual({ trading: 0, messaging: 60 })
    expect(cleanupRequests.messaging).toBeGreaterThan(0)
  })

  test('in JSON with a mistake is called JSON', async () => {
    const { err } = await assayWith(['run', '--target', targetFile('mistake.json', '{ "name": "acme",, }')])
    expect(err).toMatch(/^assay: \S+mistake\.json:1:\d+: this is not valid JSON: /)
  })

  test('--dry-run also lists areas in which nothing can be judged', async () => {
    const file = targetFile(
      'bare.yaml',
      'name: acme\nmessaging: { baseUrl: "http://127.0.0.1:9/api/v1", featureLevel: 500 }\n',
    )
    const { out } = await assayWith(['run', '--target', file, '--dry-run', '--only', 'messaging.*'])
    const areas = [...out.matchAll(/^ +(\d+) of +(\d+) {2}messaging\.\S+$/gm)].map(([, ...counts]) =>
      counts.map(Number),
    )
    expect(areas.some(([judged]) => judged === 0)).toBe(true)
    const sums = [0, 1].map(n => areas.reduce((sum, counts) => sum + (counts[n] ?? 0), 0))
    expect(out).toContain(`\n${sums.join(' of ')} requirements would be judged\n`)
  })

  test('--dry-run prints what is missing, and the time at the rate limit', async () => {
    const file = targetFile('plan.yaml', `${trading('')}requestsPerSecond: 5\n`)
    const { status, out } = await assayWith(['run', '--target', file, '--dry-run'])
    expect(status).toBe(0)
    expect(out).not.toContain('messaging')
    expect(out).toContain('the target file has no trading.credentials')
    expect(out).toMatch(
      /Requests {2}about \d+: trading \d+ at 5 a second\nAt least {2}trading \d+: .+\n(Pairs .+\n)?Time {6}about .+ at the rate limit\n$/,
    )
    const json = JSON.parse((await assayWith(['run', '--target', file, '--dry-run', '--json'])).out) as {
      judged: string[]
      requests: { trading: number; messaging: number }
      fewestRequests: { trading: number }
      seconds: number
    }
    expect(json.judged).toContain('trading.time.digits')
    expect(json.requests.messaging).toBe(0)
    expect(json.fewestRequests.trading).toBeLessThan(json.requests.trading)
    expect(json.seconds).toBeCloseTo(json.requests.trading / 5)
  })
})

test.each([
  [['--profile', 'unicorns'], /there is no profile "unicorns"; there are .*everything/],
  [
    ['--target', inFolder('plan.yaml'), '--only', 'messaging.*'],
    /nothing to judge: the target file has no messaging API/,
  ],
  [['--only', 'trading.ping.ponk'], /matches trading\.ping\.ponk \(did you mean "trading\.ping\.pong"\?\)/],
  [['--only', 'messaging.draft.*'], /matches messaging\.draft\.\* \(did you mean "messaging\.drafts\.\*"\?\)/],
  [['--only', 'trading.ping'], /\(did you mean "trading\.ping\.\*"\?\)|\(did you mean "trading\.ping\.pong"\?\)/],
  [['--only', 'unicorns.*'], /no requirement of profile "everything" matches unicorns/],
])('%j is a configuration error', async (flags, said) => {
  const { status, err } = await assayWith(['run', ...flags, '--out', inFolder('never')])
  expect(err).toMatch(said)
  expect(status).toBe(2)
  expect(existsSync(inFolder('never'))).toBe(false)
})

test('a pattern without matches is reported, and the run continues if another pattern matches', async () => {
  const words = [
    '--only',
    'trading.ping.*',
    '--only',
    'trading.tyme.*',
    '--out',
    inFolder('typo'),
    '--reporter',
    'none',
  ]
  expect(await assayWith(['run', ...words])).toEqual({
    status: 0,
    out: '',
    err: 'assay: --only trading.tyme.* matches nothing here (did you mean "trading.time.*"?)\n',
  })
})

test('a folder that cannot be written is reported', async () => {
  writeFileSync(inFolder('file'), '')
  const { status, err } = await assayWith(['run', '--only', 'trading.ping.*', '--out', inFolder('file/inside')])
  expect(err).toMatch(/cannot be written \(ENOTDIR\b/)
  expect(status).toBe(2)
})
