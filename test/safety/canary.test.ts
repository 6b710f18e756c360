/**
 * A deployment that echoes all credentials, in every encoding and place: none of them may appear in anything that a run or a
 * report writes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { writeReport } from '../../cli/out/write-report.ts'
import { matcher } from '../../harness/evidence/matcher.ts'
import { fileSink, inProcessTransport, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { referenceInProcess } from '../reference-in-process.ts'
import { base64, echoes, isPlain, secretsAnswered, secretsSent, withEcho } from './echoes.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-canary-'))
const secrets = new Set<string>()
let terminal = ''

const SCOPE = ['trading.signing.*', 'messaging.api-key.*', 'messaging.apns.*', 'messaging.credentials.*']

beforeAll(async () => {
  const { reference, target, clock } = referenceInProcess()
  for (const { email, apiKey, password } of Object.values(target.messaging?.actors ?? {}))
    for (const one of [apiKey, password, base64(`${email}:${apiKey}`)]) if (one) secrets.add(one)
  for (const one of Object.values(target.trading?.credentials ?? {})) secrets.add(one)
  let count = 0
  const transport = inProcessTransport(async request => {
    const reply = await reference.answer(request)
    if (request.url.includes('/provision')) {
      for (const [, value] of textOf(reply.body).matchAll(/"(?:apiKey|password|token)":"([^"]+)"/g)) learn(value)
      return reply
    }
    for (const one of secretsSent(request.headers, request.body)) secrets.add(one)
    const body = textOf(reply.body)
    const echo = [...secrets].slice(-2).flatMap(echoes)
    const headers = {
      ...reply.headers,
      'x-echo': echo.filter(isPlain).slice(0, 40).join(' '),
      location: `/?api_key=${echo[0]}`,
    }
    const echoing = withEcho(body, echo, ++count)
    for (const one of secretsAnswered(echoing)) secrets.add(one)
    return { ...reply, headers, body: echoing }
  })
  const { report } = await run({
    ...{ target, areas: suites, clock, transport, only: SCOPE, sink: fileSink(folder) },
    ...{ allow: ['write', 'destructive'], budget: 'quick', seed: 1 },
  })
  writeReport(folder, report)
  for (const words of [
    ['report', folder, '--format', 'html,junit,markdown,har,ctrf,badge,annotations', '--allure'],
    ['diff', folder, folder],
    ['baseline', folder, '--reason', 'r', '--ticket', 't', '--expires', '2030-01-01', '--out', join(folder, 'b.yaml')],
  ]) {
    const io = fakeIo()
    await assay(words, io)
    terminal += io.written.out + io.written.err
  }
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes no secret of a run', () => {
  expect(secrets.size).toBeGreaterThan(40)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(folder, name)).isFile(),
  )
  expect(files).toEqual(expect.arrayContaining(['report.html', 'junit.xml', 'exchanges.har', 'b.yaml']))
  expect(files.some(name => name.startsWith('allure-report'))).toBe(true)
  const wanted = matcher()
  for (const secret of secrets)
    for (const echo of [...echoes(secret), base64(`user@example.org:${secret}`).slice(24, -4)]) wanted.add(echo, '')
  const texts = new Map(files.map(name => [name, readFileSync(join(folder, name), 'utf8')])).set('terminal', terminal)
  expect([...texts].filter(([, text]) => wanted.has(text)).map(([name]) => name)).toEqual([])
  expect(wanted.has(`x ${[...secrets][3]}`)).toBe(true)
})

function learn(value: string | undefined): void {
  if (value && value.length >= 12 && /\d/.test(value)) secrets.add(value)
}

const textOf = (body: string | Uint8Array | readonly Uint8Array[]): string =>
  typeof body === 'string' ? body : Buffer.concat(body instanceof Uint8Array ? [body] : body).toString('utf8')
