/** `assay doctor` on complete and on wrong target files. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../cli/doctor/doctor-report.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
let served: ServedReference
beforeAll(async () => {
  served = await serveReference()
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

interface File {
  allow?: string[]
  trading: { baseUrl: string; credentials: { secretKey: string } }
  messaging: {
    baseUrl: string
    featureLevel: number
    actors: Record<string, { apiKey: string; role?: string }>
    provisioner?: string
  }
}

async function examined(change: (file: File) => void, ...flags: string[]) {
  const file = served.reference.targetFile(served.origin) as unknown as File
  delete file.allow
  change(file)
  const path = join(folder, 'target.json')
  writeFileSync(path, JSON.stringify(file))
  const { status, out, err } = await assayWith(['doctor', '--target', path, '--json', ...flags])
  const text = async (): Promise<string> => (await assayWith(['doctor', '--target', path, ...flags])).out
  return { status, err, text, report: JSON.parse(out) as DoctorReport }
}

describe('assay doctor', () => {
  test('reports a complete target as good, changes nothing, and lists what reading alone cannot judge', async () => {
    const before = JSON.stringify(served.reference.holdings())
    const { status, report, text } = await examined(() => {})
    expect(report.findings.filter(({ state }) => state === 'wrong')).toEqual([])
    expect(status).toBe(0)
    expect(report.judged).toBeGreaterThan(100)
    expect(report.judged).toBeLessThan(report.applicable)
    const shown = await text()
    expect(shown).toContain('admin')
    expect(shown).toContain('Put `allow: [write]` into')
    expect(report.fixtures.find(({ kind }) => kind === 'message')).toMatchObject({
      available: false,
      because: { kind: 'making-not-allowed', fixture: 'message' },
    })
    const sum = (shares: readonly { judged: number }[]): number => shares.reduce((all, { judged }) => all + judged, 0)
    expect(sum(report.areas)).toBe(report.judged)
    expect(report.profiles.map(({ profile }) => profile)).toContain('trading-public')
    expect(served.reference.log.filter(({ changed }) => changed)).toEqual([])
    expect(JSON.stringify(served.reference.holdings())).toBe(before)
  })

  test('makes fixtures and removes them again if writing is allowed', async () => {
    const before = served.reference.holdings().length
    const { status, report } = await examined(() => {}, '--allow', 'write')
    expect(status).toBe(0)
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        about: 'fixtures',
        says: '21 of 24 kinds can be had, 3 were not tried; each is listed below',
      }),
    )
    expect(report.leftovers).toEqual([])
    expect(served.reference.holdings().length).toBe(before)
  })

  test('reports a wrong key in one sentence that names the actor but not the key', async () => {
    const { status, report, text } = await examined(file => {
      file.messaging.actors['member'] = { ...file.messaging.actors['member'], apiKey: 'not-the-key-of-anybody' }
    })
    expect(status).toBe(1)
    const found = report.findings.filter(({ state }) => state === 'wrong')
    expect(found).toMatchObject([
      { about: 'member', says: expect.stringContaining('refuses the credentials of member') },
    ])
    expect(report.obstacles).toContainEqual(expect.objectContaining({ reason: 'no-credentials' }))
    const shown = await text()
    expect(shown).toContain('Check email and apiKey of messaging.actors.member')
    expect(shown + JSON.stringify(report)).not.toContain('not-the-key-of-anybody')
  })

  test('reports actors with another role than the target file says', async () => {
    const { report } = await examined(file => {
      const { member, guest } = file.messaging.actors
      if (!member || !guest) throw new Error('the reference has no guest')
      file.messaging.actors = { admin: { ...member }, member: { ...guest }, guest: { ...member } }
    })
    const found = report.findings.filter(({ state }) => state === 'wrong').map(({ says }) => says)
    expect(found).toEqual([
      'admin should be an admin, but the user groups show a member',
      'member should be a member, but is refused the user groups, as guests and bots are',
      'guest should be a guest, but gets the list of user groups, which guests and bots are refused',
    ])
  })

  test.each(['another-secret-altogether', 'wrong'])('reports a wrong trading secret: %s', async secret => {
    const { status, report } = await examined(file => {
      file.trading.credentials.secretKey = secret
    })
    expect(status).toBe(1)
    expect(report.findings).toContainEqual(expect.objectContaining({ about: 'account', state: 'wrong' }))
    expect(report.areas).toContainEqual(expect.objectContaining({ area: 'trading.signing', judged: 0 }))
    expect(JSON.stringify(report)).not.toContain('another-secret-altogether')
  })

  test('reports an unreachable host in one sentence', async () => {
    const { status, report } = await examined(file => {
      file.trading.baseUrl = 'http://127.0.0.1:9/v1'
      file.messaging.baseUrl = 'http://no-such-host.invalid/api/v1'
    })
    expect(status).toBe(1)
    const problems = report.findings.filter(({ state }) => state === 'wrong').map(({ says }) => says)
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9\/v1: /)
    expect(problems[1]).toMatch(/^Nothing answers at http:\/\/no-such-host\.invalid\/api\/v1: /)
    expect(report.judged).toBe(0)
  })

  test('reports a base URL below which nothing is served', async () => {
    const { status, report } = await examined(file => {
      file.trading.baseUrl = `${served.origin}/provision`
    })
    expect(status).toBe(1)
    expect(report.findings.filter(({ state }) => state === 'wrong')).toEqual([
      {
        about: 'trading',
        state: 'wrong',
        says: expect.stringMatching(/^trading\.baseUrl is wrong: .* 404 .*, and so did every other path/),
        next: expect.stringMatching(/^Correct trading\.baseUrl: /),
      },
    ])
    expect(report.findings).toContainEqual(expect.objectContaining({ about: 'messaging', state: 'good' }))
  })

  test('reports a feature level that the target does not behave as', async () => {
    const { report } = await examined(file => {
      file.messaging.featureLevel = 100
    })
    const problems = report.findings.filter(({ state }) => state === 'wrong').map(({ says }) => says)
    expect(problems).toContainEqual(expect.stringMatching(/^100 is claimed, but it behaves as 167 or newer/))
  })

  test('reports a provisioner that fails', async () => {
    const { status, report } = await examined(file => {
      file.messaging.provisioner = `${served.origin}/nowhere`
    })
    expect(status).toBe(1)
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        about: 'fixtures',
        state: 'wrong',
        says: expect.stringContaining('The provisioner fails'),
      }),
    )
    expect(report.fixtures.find(({ kind }) => kind === 'register')).toMatchObject({
      because: { kind: 'provisioning-error', fixture: 'register', fault: 'it answered 404' },
      next: expect.stringContaining('Repair the provisioner'),
    })
  })

  test('shows on a terminal what it tests, and clears that line', async () => {
    const path = join(folder, 'shown.json')
    const { messaging } = served.reference.targetFile(served.origin) as { messaging: object }
    writeFileSync(path, JSON.stringify({ name: 'shown', messaging }))
    const shown = await assayWith(['doctor', '--target', path], { live: true })
    const lines = shown.err.split('\r\u001b[K')
    expect(lines[0]).toBe('Testing messaging: address (1 request)…')
    expect(lines.at(-2)).toMatch(/^Testing messaging: fixtures \(\d+ requests\)…$/)
    expect(lines.at(-1)).toBe('')
    expect((await assayWith(['doctor', '--target', path])).err).toBe('')
  })

  test('reports a mistake in the target file as a usage error', async () => {
    const path = join(folder, 'broken.yaml')
    writeFileSync(path, `name: x\ntrading: { baseUrl: "$\{ASSAY_TEST_UNSET}" }\n`)
    const { status, err } = await assayWith(['doctor', '--target', path])
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('ASSAY_TEST_UNSET is not set') })
  })
})
