/**
 * A deployment that echoes everything that authenticates, in every form and place: none of it may show in anything
 * that a run or a report writes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { writeReport } from '../../cli/write-report.ts'
import { matcher } from '../../harness/evidence/matcher.ts'
import { fileSink, inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-canary-'))
const secrets = new Set<string>()
let terminal = ''

const SCOPE = ['trading.signing.*', 'messaging.api-key.*', 'messaging.apns.*', 'messaging.credentials.*']

beforeAll(async () => {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const target = { ...validTarget(reference.targetFile('http://reference.invalid')), folder: '.', file: null }
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
    for (const [name, value] of Object.entries(request.headers))
      if (/authorization|svc-/i.test(name) && !isWithoutKey(value)) learn(value.replace(/^Basic /, ''))
    if (typeof request.body === 'string')
      for (const [name, value] of new URLSearchParams(request.body)) if (/^(password|token)$/.test(name)) learn(value)
    const body = textOf(reply.body)
    const echo = [...secrets].slice(-4).flatMap(echoes)
    const headers = {
      ...reply.headers,
      'x-echo': echo.filter(isPlain).slice(0, 40).join(' '),
      location: `/?api_key=${echo[0]}`,
    }
    const echoing = withEcho(body, echo, ++count)
    // Only what a reply calls a secret can be known to be one.
    for (const [, value] of echoing.matchAll(/"(?:api_key|token)":"([^"]+)"/g)) learn(value)
    for (const [, value] of echoing.matchAll(/"invite_link":"[^"]*\/([^"/]{8,})\/?"/g)) learn(value)
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

it('leaves no trace of anything that authenticates', () => {
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

/** An address and an empty key: nothing of it is secret. */
const isWithoutKey = (header: string): boolean =>
  Buffer.from(header.replace(/^Basic /, ''), 'base64')
    .toString()
    .endsWith(':')

function learn(value: string | undefined): void {
  if (value && value.length >= 12 && /\d/.test(value)) secrets.add(value)
}

const textOf = (body: string | Uint8Array | readonly Uint8Array[]): string =>
  typeof body === 'string' ? body : Buffer.concat(body instanceof Uint8Array ? [body] : body).toString('utf8')

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text)

/** Written apart from what the kit looks for. */
function echoes(secret: string): string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
  return [
    secret,
    secret.replace(/=+$/, ''),
    secret.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify(secret).slice(1, -1),
    [...secret].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    base64(secret),
    base64(secret).replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    base64(`user@example.org:${secret}`),
    html,
  ]
}

/** As a member, in a page, in broken JSON, in JSON inside JSON. */
function withEcho(body: string, echo: readonly string[], count: number): string {
  if (count % 5 === 1) return `<html><body>${echo.join('</p><p>')}</body></html>`
  if (count % 7 === 2) return `{"result": oops ${echo.join(' ')}`
  if (count % 11 === 3) return JSON.stringify({ result: 'success', msg: JSON.stringify({ echo }), [echo[0] ?? '']: 1 })
  return body.startsWith('{') ? `{"echo":${JSON.stringify(echo)},${body.slice(1)}` : body
}
