/** `assay clean`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CleanReport } from '../../cli/clean/clean.ts'
import type { Report } from '../../generated/formats.ts'
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

function targetFile(name: string, provisioned = true): string {
  const file = served.reference.targetFile(served.origin) as { messaging: Record<string, unknown> }
  if (!provisioned) delete file.messaging['provisioner']
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(file))
  return path
}

async function make(path: string, fields: Record<string, string>): Promise<void> {
  const { messaging } = served.reference.targetFile(served.origin) as {
    messaging: { baseUrl: string; actors: { admin: { email: string; apiKey: string } } }
  }
  const { email, apiKey } = messaging.actors.admin
  const reply = await fetch(messaging.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: new URLSearchParams(fields),
  })
  expect(await reply.json()).toMatchObject({ result: 'success' })
}

const group = (name: string) => make('/user_groups/create', { name, description: 'x', members: '[]' })
const held = (text: string) => served.reference.holdings().filter(one => one.text.includes(text))

async function cleaned(...flags: string[]): Promise<CleanReport & { status: number }> {
  const { status, out } = await assayWith(['clean', '--json', ...flags])
  return { status, ...(JSON.parse(out) as CleanReport) }
}

describe('assay clean', () => {
  test('removes only groups of the run, and lists what it cannot remove', async () => {
    await group('assay aaaa1 tag group')
    await group('assay aaaa12 tag group')
    await group('our own assay aaaa1 group')
    await make('/realm/profile_fields', { name: 'assay aaaa1 tag field', field_type: '1' })
    const report = await cleaned('--target', targetFile('bare.json', false), '--run', 'aaaa1')
    expect(report.status).toBe(0)
    expect(report.removed).toMatchObject([{ kind: 'user group' }])
    expect(report.leftovers).toMatchObject([{ kind: 'profile field', why: 'the contract offers no removal' }])
    expect(held('assay aaaa1 tag group')[0]?.text).toContain('"deactivated":true')
    expect(held('assay aaaa12')[0]?.text).toContain('"deactivated":false')
    expect(held('our own')[0]?.text).toContain('"deactivated":false')
  })

  test('removes more with a provisioner, and with the folder of the run', async () => {
    const bare = targetFile('bare.json', false)
    const out = join(folder, 'run')
    await assayWith([
      'run',
      '--target',
      bare,
      '--allow',
      'write',
      '--only',
      'messaging.channel-folders.*',
      '--budget',
      'quick',
      '--out',
      out,
    ])
    const { run, leftovers } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    expect(leftovers.length).toBeGreaterThan(0)
    expect(held(run.id).length).toBeGreaterThan(0)
    const report = await cleaned('--target', targetFile('whole.json'), '--run', run.id, '--out', out)
    expect(report.leftovers).toEqual([])
    expect(report.removed.length).toBe(leftovers.length)
    expect(report.gone).toEqual([])
    expect(held(run.id)).toEqual([])

    const again = ['--target', targetFile('whole.json'), '--run', run.id, '--out', out]
    expect(await cleaned(...again)).toMatchObject({ removed: [], leftovers: [] })
    const { out: text } = await assayWith(['clean', ...again])
    expect(text).toBe(`0 things of run ${run.id} removed\n${leftovers.length} already gone\n`)
  })

  test('asks nobody to remove unread messages, which are known by their number only', async () => {
    const out = join(folder, 'unread')
    const words = ['--allow', 'write', '--only', 'messaging.drafts.one-id-each', '--budget', 'quick', '--out', out]
    await assayWith(['run', '--target', targetFile('whole.json'), ...words])
    const file = join(out, 'report.json')
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const left = { kind: 'unread messages', id: '15 to max@acme.example', why: 'the provisioner does not say which' }
    writeFileSync(file, JSON.stringify({ ...report, leftovers: [left] }))
    const { leftovers } = await cleaned('--target', targetFile('whole.json'), '--run', report.run.id, '--out', out)
    expect(leftovers).toEqual([left])
  })

  test('finds what a killed run created from the evidence alone', async () => {
    const out = join(folder, 'killed')
    const bare = targetFile('bare.json', false)
    const scope = ['--only', 'messaging.drafts.*', '--budget', 'quick']
    await assayWith(['run', '--target', bare, '--allow', 'write', ...scope, '--out', out])
    const { run } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    rmSync(join(out, 'report.json'))
    appendFileSync(join(out, 'exchanges.ndjson'), '{"n":')
    const report = await cleaned('--target', targetFile('whole.json'), '--run', run.id, '--out', out)
    expect(report.removed).toContainEqual(expect.objectContaining({ kind: 'draft' }))
    expect(held(run.id).filter(({ kind }) => kind === 'draft')).toEqual([])
  })

  test('finds the evidence of a killed run that the next run in its folder has moved aside', async () => {
    const out = join(folder, 'reused')
    const [bare, whole] = [targetFile('bare.json', false), targetFile('whole.json')]
    const drafts = ['--target', bare, '--allow', 'write', '--only', 'messaging.drafts.*', '--budget', 'quick']
    await assayWith(['run', ...drafts, '--out', out])
    const killed = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    const head = { ...killed, run: { ...killed.run, interrupted: true, unfinished: true } }
    writeFileSync(join(out, 'report.json'), JSON.stringify(head))
    const request = { method: 'POST', url: `${served.origin}/user_groups/create`, headers: {}, body: '' }
    writeFileSync(join(out, 'in-flight.ndjson'), `${JSON.stringify({ n: 1, via: 'target', request })}\n`)
    expect(held(killed.run.id).map(({ kind }) => kind)).toContain('draft')

    const next = ['run', '--target', whole, '--only', 'messaging.envelope.*', '--budget', 'quick', '--out', out]
    const aside = join(out, `interrupted-${killed.run.id}`)
    expect((await assayWith(next)).err).toContain(
      `assay: ${out} held a run that was killed, which is now in ${aside}. Remove what it left behind: ` +
        `npx --no-install assay clean --target ${whole} --run ${killed.run.id} --out ${aside}\n`,
    )
    expect((await assayWith(next)).err).not.toContain('killed')
    const { removed } = await cleaned('--target', whole, '--run', killed.run.id, '--out', out)
    expect(removed).toContainEqual(expect.objectContaining({ kind: 'draft' }))
    expect(held(killed.run.id).filter(({ kind }) => kind === 'draft')).toEqual([])
  })

  test('after kill -9, removes or lists everything that the run created, and lists nothing that is gone', async () => {
    const out = join(folder, 'killed-by-9')
    const bare = targetFile('bare.json', false)
    const scope = ['channels', 'drafts', 'user-groups', 'invites', 'channel-folders'].map(area => `messaging.${area}.*`)
    const words = ['run', '--target', bare, '--allow', 'write', '--reporter', 'none', '--out', out]
    const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
    const child = spawn(process.execPath, [command, ...words, ...scope.flatMap(glob => ['--only', glob])])
    const ended = once(child, 'exit')
    const lines = (): number => readFileSync(join(out, 'exchanges.ndjson'), 'utf8').split('\n').length
    while (!existsSync(join(out, 'exchanges.ndjson')) || lines() < 150) await new Promise(go => setTimeout(go, 20))
    child.kill('SIGKILL')
    await ended
    const { run } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    expect(held(run.id).length).toBeGreaterThan(20)

    const whole = targetFile('whole.json')
    const first = await cleaned('--target', whole, '--run', run.id, '--out', out)
    expect(first.removed.length).toBeGreaterThan(20)
    const listed = (text: string): boolean => first.leftovers.some(({ id }) => text.includes(String(id)))
    const isGone = (text: string): boolean => text.includes('"deactivated":true')
    expect(held(run.id).filter(({ text }) => !isGone(text) && !listed(text))).toEqual([])

    const again = await cleaned('--target', whole, '--run', run.id, '--out', out)
    expect(again.leftovers.filter(({ why }) => !/cannot be identified|on its way/.test(why))).toEqual([])
    expect(again.removed).toEqual([])
  })

  test('reports usage errors and an unreachable host', async () => {
    const target = targetFile('whole.json')
    expect((await assayWith(['clean', '--target', target, '--run', 'a'])).status).toBe(2)
    mkdirSync(join(folder, 'nothing'))
    const nothing = await assayWith(['clean', '--target', target, '--run', 'aaaa1', '--out', join(folder, 'nothing')])
    expect(nothing.status).toBe(2)
    writeFileSync(
      join(folder, 'dead.json'),
      readFileSync(target, 'utf8').replaceAll(served.origin, 'http://127.0.0.1:9'),
    )
    const dead = await assayWith(['clean', '--target', join(folder, 'dead.json'), '--run', 'aaaa1'])
    expect(dead).toMatchObject({ status: 3, err: expect.stringContaining('gave no reply') })
  })
})
