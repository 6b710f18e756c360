/** The example provisioners, as separate processes, with the reference as target. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadTarget, memorySink, run, validTarget } from '../harness/index.ts'
import { type ServedReference, serveReference } from '../reference/index.ts'
import { suites } from '../suites/index.ts'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))
const ONLY = ['messaging.history.*', 'messaging.event-queues.*', 'messaging.scheduled-messages.*']

const python = spawnSync('python3', ['--version']).status === 0
const kept = mkdtempSync(join(tmpdir(), 'assay-examples-'))

let served: ServedReference
const servers: ChildProcess[] = []
let [address, pythonAddress] = ['', '']

beforeAll(async () => {
  served = await serveReference()
  const file = served.reference.targetFile(served.origin)
  const { messaging } = validTarget(file)
  process.env['CHAT'] = messaging?.baseUrl
  const actors = Object.values(messaging?.actors ?? {})
  process.env['PEOPLE'] = JSON.stringify(Object.fromEntries(actors.map(({ email, apiKey }) => [email, apiKey])))
  const env = { ...process.env, PORT: '0' }
  address = await started(process.execPath, `${folder}provisioner.mjs`, env)
  const TARGET = join(kept, 'reference.json')
  writeFileSync(TARGET, JSON.stringify(file))
  if (python) pythonAddress = await started('python3', `${folder}provisioner.py`, { ...env, TARGET })
})

/** Starts a server; returns the address that it prints. */
async function started(command: string, script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(command, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  servers.push(server)
  return String(await once(server.stdout, 'data')).trim()
}

afterAll(async () => {
  for (const server of servers) server.kill()
  rmSync(kept, { recursive: true, force: true })
  delete process.env['CHAT']
  delete process.env['PEOPLE']
  await served.close()
})

async function judgedWith(provisioner: string) {
  const { messaging, ...rest } = validTarget(served.reference.targetFile(served.origin))
  if (!messaging) throw new Error('the reference has no chat')
  const target = { ...rest, messaging: { ...messaging, provisioner }, folder, file: null }
  return run({ target, sink: memorySink(), allow: ['write'], only: ONLY, areas: suites, budget: 'quick' })
}

describe.each<readonly [string, () => string]>([
  ['a module', () => './provision.mjs'],
  ['an HTTP server', () => address],
  ...(python ? [['an HTTP server in Python', () => pythonAddress] as const] : []),
])('the example of %s', (_what, provisioner) => {
  test('enables a run to judge requirements that need fixtures', async () => {
    const { report, mistakes } = await judgedWith(provisioner())
    expect(mistakes).toEqual([])
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(20)
    const provisioningErrors = report.requirements.filter(({ message }) => message?.includes('failed to create'))
    expect(provisioningErrors.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })
})

test.runIf(python)('the example in Python says that its target file has to be JSON', () => {
  const TARGET = join(kept, 'reference.yaml')
  writeFileSync(TARGET, 'messaging:\n  actors: {}\n')
  const { status, stderr } = spawnSync('python3', [`${folder}provisioner.py`], { env: { ...process.env, TARGET } })
  expect([status, String(stderr)]).toEqual([1, `${TARGET} is not JSON: this example reads target files in JSON only\n`])
})

test('the example in Python has fewer than 100 lines and needs only the standard library', () => {
  const text = readFileSync(`${folder}provisioner.py`, 'utf8')
  expect(text.split('\n').length).toBeLessThanOrEqual(100)
  const imported = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name)
  expect(imported).toEqual(['base64', 'json', 'os', 'time', 'http', 'urllib'])
})

test.each(readdirSync(folder).filter(name => name.endsWith('.yaml')))('%s is a valid target file', name => {
  const people = ['ADMIN', 'MEMBER', 'SECOND'].flatMap(who => [
    [`${who}_EMAIL`, 'x@acme.example'],
    [`${who}_KEY`, 'x'],
  ])
  const environment = { CHAT: 'https://chat.acme.example/api/v1', ...Object.fromEntries(people) }
  expect(loadTarget(`${folder}${name}`, environment).name).toBeTruthy()
})
