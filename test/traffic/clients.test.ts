/** Clients that know nothing of Assay: a scripted app, and zulip-js through the proxy. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeTraffic } from '../../cli/judge/judge-records.ts'
import { proxy } from '../../cli/proxy/proxy.ts'
import { judgeHere } from '../../cli/proxy/proxy-judge.ts'
import type { Report, TargetFile } from '../../generated/formats.ts'
import { operations } from '../../generated/operations.ts'
import { type Captured, inProcessTransport, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}
type Use = (
  target: TargetFile,
  send: (sent: Sent) => Promise<{ status: number; body: string }>,
  all: typeof operations,
) => Promise<void>

const script = new URL('../../bench/client/plain-client.mjs', import.meta.url).href
const { usePlainly } = (await import(script)) as { usePlainly: Use }

async function judged(given: Parameters<typeof createReference>[0]): Promise<Report> {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock, ...given })
  const target = validTarget(reference.targetFile('http://reference.invalid'))
  const transport = inProcessTransport(reference.answer)
  const captured: Captured[] = []
  const send = async ({ method, url, headers, body }: Sent) => {
    const sentAt = clock.now()
    const reply = await transport.send({ method, url, headers, body })
    captured.push({
      source: { file: 'client', entry: captured.length + 1 },
      ...{ sentAt, receivedAt: clock.now() },
      request: { method, url, headers, body: body === null ? null : Buffer.from(body).toString('utf8'), whole: true },
      response: { status: reply.status, headers: reply.headers, body: reply.body },
      unusable: null,
    })
    return { status: reply.status, body: reply.body }
  }
  await usePlainly(target, send, operations)
  return judgeTraffic(captured, { ...target, folder: '.', file: null }, suites)
}

const failed = ({ requirements }: Report): string[] =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)

describe('the traffic of a scripted app', () => {
  test('shows nothing against a reference that keeps the contract, whatever the app does wrong', async () => {
    const report = await judged({})
    expect(failed(report)).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(200)
    expect(report.client?.length).toBeGreaterThan(50)
  })

  test.each([
    ['messaging.drafts.one-channel.none', 'messaging.drafts.one-channel'],
    ['messaging.profile-fields.summary-kind.any', 'messaging.profile-fields.summary-kind'],
    ['trading.envelope.status.dropped', 'trading.envelope.status'],
  ])('shows the fault %s', async (fault, requirement) => {
    expect(failed(await judged({ faults: [fault] }))).toContain(requirement)
  })
})

test('zulip-js works through the proxy, and what it does is judged', async () => {
  const served = await serveReference()
  const { FormData } = globalThis
  const { default: zulipInit } = await import('zulip-js')
  globalThis.FormData = FormData
  const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'))
  const target = join(folder, 'target.json')
  const file = served.reference.targetFile(served.origin) as TargetFile
  writeFileSync(target, JSON.stringify(file))
  const io = fakeIo()
  let hear = (_origin: string): void => {}
  const listening = new Promise<string>(resolve => {
    hear = resolve
  })
  const out = join(folder, 'out')
  const flags = { target, out, port: 0, host: '127.0.0.1', profile: 'everything', reporter: ['none'], page: false }
  const ended = proxy(flags, io, judgeHere, hear)
  const origin = await listening
  const { member, second } = file.messaging?.actors ?? {}
  const max = await zulipInit({ username: member?.email ?? '', apiKey: member?.apiKey ?? '', realm: `${origin}/chat` })
  expect(await max.typing.send({ to: [second?.userId ?? 0], op: 'start' })).toMatchObject({ result: 'success' })
  const sent = await max.messages.send({ to: 'general', type: 'stream', topic: 'lunch', content: 'Soup?' })
  await max.messages.update({ message_id: sent.id, content: 'Salad?' })
  expect(await max.messages.getHistoryById({ message_id: sent.id })).toMatchObject({ result: 'success' })
  io.interrupt()
  expect(await ended).toBe(0)
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  expect(failed(report)).toEqual([])
  expect(report.requirements.find(({ id }) => id === 'messaging.history.timestamps-ordered')?.verdict).toBe('pass')
  await served.close()
})
