/** What doctor reports about provisioners: the fixtures that they really delivered, and suitable advice. */

import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../cli/doctor/doctor-report.ts'
import { createReference, serveReference } from '../../reference/index.ts'
import { serveFakeZulip } from '../zulip/fake-zulip.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface File {
  trading?: unknown
  messaging: Record<string, unknown>
}

async function examined(file: File): Promise<DoctorReport> {
  delete file.trading
  const path = join(folder, 'target.json')
  writeFileSync(path, JSON.stringify(file))
  const { out } = await assayWith(['doctor', '--target', path, '--json', '--allow', 'write,destructive'])
  return JSON.parse(out) as DoctorReport
}

/** A provisioner that forwards requests to another one, and answers `instead` for some kinds. */
async function inFrontOf(url: string, instead: Readonly<Record<string, { status: number; body: unknown }>>) {
  const server: Server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces).toString()
    const answer = instead[(JSON.parse(body) as { fixture: string }).fixture]
    if (answer) {
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      outgoing.writeHead(answer.status).end(text)
    } else outgoing.writeHead(200).end(await (await fetch(url, { method: 'POST', body })).text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('assay doctor, of a provisioner', () => {
  test('that is built in: it leaves nothing behind, and the advice suits it', async () => {
    const reference = createReference({ featureLevel: 421 })
    const served = await serveFakeZulip(reference)
    open.push(served)
    const file = reference.targetFile(served.origin) as unknown as File
    file.messaging['provisioner'] = 'zulip'
    const holds = (): string[] => reference.holdings().map(({ kind, id }) => `${kind} ${id}`)
    const before = holds()
    const report = await examined(file)
    expect(report.findings.filter(({ state }) => state !== 'good').map(({ about }) => about)).toEqual(['fixtures'])
    expect(report.findings.every(({ state }) => state !== 'wrong')).toBe(true)
    expect(report.leftovers).toEqual([])
    expect(holds()).toEqual(before)
    const missing = report.obstacles.map(({ why }) => /has no ([\w-]+)/.exec(why)?.[1])
    expect(new Set(missing)).toEqual(new Set(['push-device', 'scheduled-message', 'last-owner', 'last-user']))
    const advice = report.obstacles.map(({ next }) => next).join('\n')
    expect(advice).toContain('Give push-device under messaging.fixtures')
    expect(advice).not.toMatch(/Let the provisioner|Name a provisioner/)
  }, 30_000)

  test('that makes no actors: requirements that need actors missing from the target file are not counted', async () => {
    const served = await serveReference()
    open.push(served)
    const file = served.reference.targetFile(served.origin) as unknown as File
    const { admin, member } = file.messaging['actors'] as Record<string, unknown>
    file.messaging['actors'] = { admin, member }
    const whole = await examined(file)
    expect(whole.leftovers).toEqual([])
    const answer = { status: 200, body: { unavailable: 'no new accounts' } }
    file.messaging['provisioner'] = await inFrontOf(`${served.origin}/provision`, { actor: answer })
    const report = await examined(file)
    const obstacle = report.obstacles.find(one => one.why.includes('no new accounts'))
    for (const word of ['moderator', 'guest', 'bot']) expect(obstacle?.ids.some(id => id.includes(word))).toBe(true)
    expect(obstacle?.next).toContain('under messaging.actors')
    expect(report.judged).toBe(whole.judged - (obstacle?.ids.length ?? 0))
  }, 30_000)

  test.each([
    [
      'unavailable',
      { status: 200, body: { unavailable: 'not here' } },
      'has no edit: not here',
      'Let the provisioner make',
    ],
    [
      'behind a login page',
      { status: 200, body: '<!doctype html>\n<title>Log in</title>' },
      'failed to create edit: its answer is not JSON: "<!doctype html> <title>Log in</title>"',
      'Repair the provisioner',
    ],
    ['failing', { status: 404, body: {} }, 'failed to create edit: it answered 404', 'Repair the provisioner'],
  ])(
    'that is %s for a kind: requirements that need the kind are not counted',
    async (_what, answer, why, next) => {
      const served = await serveReference()
      open.push(served)
      const file = served.reference.targetFile(served.origin) as unknown as File
      const whole = await examined(file)
      file.messaging['provisioner'] = await inFrontOf(`${served.origin}/provision`, { edit: answer })
      const report = await examined(file)
      const obstacle = report.obstacles.find(one => one.why.includes(why))
      expect(obstacle?.ids.length).toBeGreaterThan(5)
      expect(obstacle?.next).toContain(next)
      expect(report.fixtures.filter(({ available }) => !available).map(({ kind }) => kind)).toContain('edit')
      expect(report.fixtures.find(({ kind }) => kind === 'edit')).toMatchObject({ why: expect.stringContaining(why) })
      expect(report.judged).toBe(whole.judged - (obstacle?.ids.length ?? 0))
      expect(whole.leftovers).toEqual([])
    },
    30_000,
  )
})
