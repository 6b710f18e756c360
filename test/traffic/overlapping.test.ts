/** Requests of several clients at the same time. */
import { EventEmitter, once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { overlaps } from '../../cli/judge/overlaps.ts'
import type { Report } from '../../generated/formats.ts'
import type { Captured } from '../../harness/index.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { ok, verdict } from './short-exchanges.ts'
import { standing } from './standing-proxy.ts'

const say = (reply: ServerResponse, more: object = {}): void =>
  void reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ result: 'success', msg: '', ...more }))

const RENAMED = { id: 7, name: 'Others', members: [1], deactivated: false, is_system_group: false }

/** The verdict if a list shows a created group under another name, with or without a concurrent request to deactivate it. */
async function listedOtherwise(isDeactivated: boolean): Promise<string | undefined> {
  const deployment = new EventEmitter()
  const { origin, end } = await standing((request, reply) => {
    if (request.url?.endsWith('/create')) return say(reply, { group_id: 7 })
    if (request.method === 'GET') return say(reply, { user_groups: [RENAMED] })
    deployment.emit('deactivation', reply)
  })
  const ask = async (method: string, path: string, body?: string): Promise<void> => {
    const headers = {
      authorization: 'Basic YWRhOmtleQ==',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    await (await fetch(`${origin}/api/v1${path}`, { method, headers, ...(body && { body }) })).text()
  }
  await ask('POST', '/user_groups/create', 'name=Team&description=All&members=%5B1%5D')
  const list = (): Promise<void> => ask('GET', '/user_groups')
  if (isDeactivated) {
    const [deactivating, done] = [once(deployment, 'deactivation'), ask('POST', '/user_groups/7/deactivate')]
    const [reply] = await deactivating
    await list()
    say(reply)
    await done
  } else await list()
  const { report } = await end()
  return report.requirements.find(({ id }) => id === 'messaging.user-groups.name-kept')?.verdict
}

test('a group with another name in a list is a failure behind a proxy', async () =>
  expect(await listedOtherwise(false)).toBe('fail'))

test('a group with another name is no failure if its deactivation was in flight when the list came', async () =>
  expect(await listedOtherwise(true)).not.toBe('fail'))

test('overlaps are respected in a capture too, in any order of its exchanges', () => {
  const judged = (deactivatedAt: number): string | undefined =>
    verdict(
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', { name: 'Team', description: 'All', members: [1] }, ok({ group_id: 7 })],
      ['GET /user_groups', {}, ok({ user_groups: [] }), { at: 3000 }],
      ['POST /user_groups/7/deactivate', {}, ok(), { at: deactivatedAt }],
    )
  expect(judged(3100)).toBe('fail')
  expect(judged(3005)).toBe('unverified')
  expect(judged(2995)).toBe('unverified')
})

describe('a capture that is read from a file or a stream', () => {
  const BASE = 'https://chat.example/api/v1'
  const entry = (at: number, method: string, path: string, text: string | null, more: object): object => ({
    startedDateTime: new Date(1_700_000_000_000 + at).toISOString(),
    time: 10,
    request: {
      ...{ method, url: BASE + path, headers: [{ name: 'authorization', value: 'Basic YWRhOmtleQ==' }] },
      ...(text !== null && { postData: { mimeType: 'application/x-www-form-urlencoded', text } }),
    },
    response: { status: 200, headers: [], content: { text: JSON.stringify(ok(more)) } },
  })
  const harWith = (deactivatedAt: number): string => {
    const entries = [
      entry(0, 'POST', '/user_groups/create', 'name=Team&description=All&members=%5B1%5D', { group_id: 7 }),
      entry(3000, 'GET', '/user_groups', null, { user_groups: [] }),
      entry(deactivatedAt, 'POST', '/user_groups/7/deactivate', '', {}),
    ]
    return JSON.stringify({ log: { version: '1.2', entries } })
  }
  const judged = async (har: string, asStream: boolean): Promise<string | undefined> => {
    const folder = freshFolder()
    const file = join(folder, 'traffic.har')
    writeFileSync(file, har)
    const words = ['judge', asStream ? '-' : file, '--feature-level', '417', '--out', join(folder, 'out')]
    await assayWith(words, { input: () => Readable.from([Buffer.from(har)]) })
    const { requirements } = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as Report
    return requirements.find(({ id }) => id === 'messaging.user-groups.created-listed')?.verdict
  }

  test.each([false, true])('as a stream: %s', async asStream => {
    expect(await judged(harWith(3100), asStream)).toBe('fail')
    expect(await judged(harWith(3005), asStream)).toBe('unverified')
  })
})

test('only a few long exchanges are held back, and of many exchanges the first is released', () => {
  const one = (sentAt: number, length: number): Captured => ({
    ...{ source: { file: 'x', entry: 1 }, sentAt, receivedAt: sentAt + 10, unusable: null },
    request: { method: 'POST', url: 'https://chat.example/', headers: {}, body: 'x'.repeat(length), whole: true },
    response: null,
  })
  const long = overlaps()
  expect([long.add(one(0, 20 << 20)), long.add(one(5, 20 << 20)).map(({ isOverlapped }) => isOverlapped)]).toEqual([
    [],
    [true],
  ])
  const many = overlaps(2)
  for (const at of [0, 100]) expect(many.add(one(at, 1))).toEqual([])
  expect(many.add(one(200, 1)).map(({ sentAt, isOverlapped }) => [sentAt, isOverlapped])).toEqual([[0, undefined]])
  expect(many.rest().map(({ sentAt }) => sentAt)).toEqual([100, 200])
})
