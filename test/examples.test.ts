/** The examples of provisioners, as processes of their own, against the reference. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadTarget, memorySink, run, validTarget } from '../harness/index.ts'
import { type ServedReference, serveReference } from '../reference/index.ts'
import { suites } from '../suites/index.ts'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))
const ONLY = ['messaging.history.*', 'messaging.event-queues.*', 'messaging.scheduled-messages.*']

let served: ServedReference
let server: ChildProcess
let address = ''

beforeAll(async () => {
  served = await serveReference()
  const { messaging } = validTarget(served.reference.targetFile(served.origin))
  process.env['CHAT'] = messaging?.baseUrl
  const actors = Object.values(messaging?.actors ?? {})
  process.env['PEOPLE'] = JSON.stringify(Object.fromEntries(actors.map(({ email, apiKey }) => [email, apiKey])))
  const env = { ...process.env, PORT: '0' }
  server = spawn(process.execPath, [`${folder}provisioner.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!server.stdout) throw new Error('the example writes nothing')
  address = String(await once(server.stdout, 'data')).trim()
})

afterAll(async () => {
  server.kill()
  delete process.env['CHAT']
  delete process.env['PEOPLE']
  await served.close()
})

async function judgedWith(provisioner: string) {
  const { messaging, ...rest } = validTarget(served.reference.targetFile(served.origin))
  if (!messaging) throw new Error('the reference has no chat')
  const target = { ...rest, messaging: { ...messaging, provisioner }, folder, file: null }
  return run({ target, sink: memorySink(), allow: ['write'], only: ONLY, areas: suites })
}

describe.each([
  ['a module', () => './provision.mjs'],
  ['an HTTP server', () => address],
])('the example of %s', (_what, provisioner) => {
  test('lets a run judge what needs fixtures', async () => {
    const { report, mistakes } = await judgedWith(provisioner())
    expect(mistakes).toEqual([])
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(20)
    const provisioningErrors = report.requirements.filter(({ message }) => message?.includes('failed to make'))
    expect(provisioningErrors.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })
})

test.each(readdirSync(folder).filter(name => name.endsWith('.yaml')))('%s is a target file', name => {
  const people = ['ADMIN', 'MEMBER', 'SECOND'].flatMap(who => [
    [`${who}_EMAIL`, 'x@acme.example'],
    [`${who}_KEY`, 'x'],
  ])
  const environment = { CHAT: 'https://chat.acme.example/api/v1', ...Object.fromEntries(people) }
  expect(loadTarget(`${folder}${name}`, environment).name).toBeTruthy()
})
