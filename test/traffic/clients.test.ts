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
import type { Captured } from '../../harness/index.ts'
import { type ReferenceOptions, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { referenceInProcess } from '../reference-in-process.ts'
import { type Sent, usePlainly } from './plain-client.ts'

async function judged(
  given: Omit<ReferenceOptions, 'clock'>,
  apis: readonly ('trading' | 'messaging')[],
): Promise<Report> {
  const { target: whole, clock, transport } = referenceInProcess(given, Date.now())
  const { trading, messaging, ...rest } = whole
  const entries = { trading, messaging }
  const target = { ...rest, ...Object.fromEntries(apis.map(api => [api, entries[api]])) } as TargetFile
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
  test('causes no failure of a conformant reference, in spite of the mistakes of the app', async () => {
    const report = await judged({}, ['trading', 'messaging'])
    expect(failed(report)).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(200)
    expect(report.client?.length).toBeGreaterThan(50)
  })

  test('reveals the faults of a faulty reference', async () => {
    const faults = ['messaging.drafts.one-channel.none', 'messaging.profile-fields.summary-kind.any']
    expect(failed(await judged({ faults }, ['messaging']))).toEqual(
      expect.arrayContaining(['messaging.drafts.one-channel', 'messaging.profile-fields.summary-kind']),
    )
    const venue = await judged({ faults: ['trading.envelope.status.dropped'] }, ['trading'])
    expect(failed(venue)).toContain('trading.envelope.status')
  })
})

test('zulip-js works through the proxy, and its traffic is judged', async () => {
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
