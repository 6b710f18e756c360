/**
 * An app uses the proxy in front of a deployment that echoes all credentials, in every encoding and place. None may appear in the
 * files of the proxy, on its live page, or in the output of `judge` for a raw recording of the same traffic.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TargetFile } from '../../generated/formats.ts'
import { operations } from '../../generated/operations.ts'
import { matcher } from '../../harness/evidence/matcher.ts'
import { createReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { type Sent, usePlainly } from '../traffic/plain-client.ts'
import { standing } from '../traffic/standing-proxy.ts'
import { echoes, isPlain, secretsAnswered, secretsSent, withEcho } from './echoes.ts'

/** Enough requests: by then, signatures, keys, a password and an invitation link have been sent or received. */
const ENOUGH = 220
const secrets = new Set<string>()
const bodies: string[] = []
const entries: object[] = []
const unescaped = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
const pairs = (headers: object): object[] => Object.entries(headers).map(([name, value]) => ({ name, value }))

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of message.setEncoding('utf8')) text += part
  return text
}

it('writes no secret from traffic', async () => {
  const reference = createReference()
  const proxy = await standing(
    async (request, reply) => {
      const { method = 'GET', url = '/', headers } = request
      const body = await bodyOf(request)
      for (const one of secretsSent(headers, body)) secrets.add(one)
      const asked = new Request(`http://reference.invalid${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(method !== 'GET' && body !== '' && { body }),
      })
      const answer = await reference.fetch(asked, url)
      const plain = await answer.text()
      const echo = entries.length % 4 === 0 ? [...secrets].slice(-4).flatMap(echoes) : []
      const echoing = echo.length > 0 ? withEcho(plain, echo, entries.length) : plain
      for (const one of secretsAnswered(echoing)) secrets.add(one)
      const headersBack = {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
        'x-echo': echo.filter(isPlain).slice(0, 40).join(' '),
      }
      bodies.push(body, echoing)
      entries.push({
        startedDateTime: new Date().toISOString(),
        time: 1,
        request: { method, url: `http://reference.invalid${url}`, headers: pairs(headers), postData: { text: body } },
        response: { status: answer.status, headers: pairs(headersBack), content: { text: echoing } },
      })
      reply.writeHead(answer.status, headersBack).end(echoing)
    },
    { open: true },
    base => reference.targetFile(base) as TargetFile,
  )
  const send = async ({ method, url, headers, body }: Sent) => {
    if (entries.length >= ENOUGH) throw new Error('enough was sent')
    const reply = await fetch(url, { method, headers, body })
    return { status: reply.status, body: await reply.text() }
  }
  // Signed requests are sent before the app starts, because an echo in place of a reply may stop the app.
  const { trading, ...chat } = reference.targetFile(proxy.origin) as TargetFile
  const signatures = ['a', 'b', 'c'].map(signed => createHash('sha256').update(signed).digest('hex'))
  for (const signature of signatures)
    await send({
      method: 'GET',
      url: `${trading?.baseUrl}/account/balance?timestamp=${Date.now()}`,
      headers: {
        'x-svc-apikey': trading?.credentials?.apiKey ?? '',
        'x-svc-signature': signature,
      },
      body: null,
    })
  await usePlainly(chat, send, operations).catch(() => {})
  const livePage = await (await fetch(/http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(proxy.io.written.err)?.[0] ?? '')).text()
  const { exchanges } = await proxy.end()

  const folder = freshFolder()
  const recording = join(folder, 'recording.har')
  writeFileSync(recording, JSON.stringify({ log: { version: '1.2', entries } }))
  const judged = await assayWith(['judge', recording, '--out', join(folder, 'out'), '--verbose'])
  const formats = ['--format', 'html,junit,markdown,har']
  const reported = await assayWith(['report', join(folder, 'out'), ...formats])
  const reportedToo = await assayWith(['report', proxy.out, ...formats])

  expect(exchanges.length).toBeGreaterThan(60)
  const known = (kind: RegExp): boolean =>
    bodies.some(text => [...text.matchAll(kind)].some(([, one = '']) => secrets.has(unescaped(one))))
  const keys = Object.values(chat.messaging?.actors ?? {}).map(({ apiKey }) => apiKey)
  expect(keys.length).toBeGreaterThan(5)
  expect([...signatures, trading?.credentials?.apiKey ?? '', ...keys].filter(one => !secrets.has(one))).toEqual([])
  expect(known(/(?:^|&)password=([^&]+)/g), 'a password').toBe(true)
  expect(known(/"api_key":"([^"]+)"/g), 'a key in a reply').toBe(true)
  expect(known(/"invite_link":"[^"]*\/([^"/]+)\/?"/g), 'an invitation link').toBe(true)
  const texts = new Map<string, string>([
    ['live page', livePage],
    ['terminals', [proxy.io.written, judged, reported, reportedToo].map(({ out, err }) => out + err).join('\n')],
  ])
  for (const [whose, out] of [
    ['proxy', proxy.out],
    ['judge', join(folder, 'out')],
  ] as const)
    for (const entry of readdirSync(out, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts.set(`${whose} ${entry.name}`, readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  const wanted = matcher()
  for (const secret of secrets) for (const echo of echoes(secret)) wanted.add(echo, '')
  expect([...texts.keys()]).toEqual(
    expect.arrayContaining(['proxy exchanges.ndjson', 'proxy report.html', 'judge junit.xml', 'judge report.html']),
  )
  expect([...texts].filter(([, text]) => wanted.has(text)).map(([name]) => name)).toEqual([])
  expect(wanted.has(`x ${[...secrets][3]}`)).toBe(true)
}, 120_000)
