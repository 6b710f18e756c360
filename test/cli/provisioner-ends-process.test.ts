/** A provisioner that ends the process or throws an uncaught error leads neither to a pass nor to a failed requirement. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { serveReference } from '../../reference/index.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-ended-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['process.exit(0)', 'the process was ended before the command was'],
  ['setTimeout(() => { throw null }); return new Promise(() => {})', 'it threw null'],
  ["setTimeout(() => { throw new Error('key ' + key) }); return new Promise(() => {})", 'Error: key {{secret:'],
  ["void Promise.reject(new Error('key ' + key)); return {}", 'Error: key {{secret:'],
])('a provisioner that runs %s causes neither a pass nor a failure', async (code, said) => {
  const served = await serveReference({ port: 0 })
  const target = served.reference.targetFile(served.origin) as {
    messaging: { actors: Record<string, { apiKey: string }> }
  }
  const key = Object.values(target.messaging.actors)[0]?.apiKey ?? 'none'
  writeFileSync(join(folder, 'ends.mjs'), `export async function provision() { const key = '${key}'; ${code} }\n`)
  const file = join(folder, 'target.json')
  const { messaging } = target
  writeFileSync(file, JSON.stringify({ ...target, messaging: { ...messaging, provisioner: './ends.mjs' } }))
  const words = ['run', '--target', file, '--out', join(folder, 'out'), '--only', 'messaging.reactions.*']
  const child = spawn(process.execPath, [command, ...words, '--allow', 'write', '--budget', 'quick'])
  let errors = ''
  child.stderr.on('data', piece => {
    errors += piece
  })
  child.stdout.resume()
  const [status] = await once(child, 'close')
  await served.close()
  expect(errors).toContain(said)
  expect(errors).not.toContain(key)
  expect(status).toBe(3)
})
