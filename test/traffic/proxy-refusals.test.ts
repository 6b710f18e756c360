/** `assay proxy` with options or folders that it cannot use: one sentence, before anything is judged. */
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { killedRunIn } from '../cli/killed-run.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

describe('a proxy refuses', () => {
  test('a folder in a file', () => {
    const folder = freshFolder()
    const target = join(folder, 'target.json')
    writeFileSync(target, JSON.stringify({ name: 'here', trading: { baseUrl: 'http://127.0.0.1:9/v1' } }))
    const command = [main, 'proxy', '--target', target, '--port', '0', '--out', 'target.json/out']
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
    expect(stderr).toMatch(/^assay: .* cannot be written \(ENOTDIR: .*\)\n$/)
    expect([status, stdout]).toEqual([2, ''])
  })

  test.each([
    ['a port that is in use', [], /^assay: port \d+ is in use: choose another with --port\n$/],
    ['a profile that does not exist', ['--profile', 'nosuch'], /^assay: there is no profile "nosuch".*\n$/],
    [
      'a pattern that matches nothing',
      ['--only', 'nosuch.*'],
      /^assay: no requirement of profile .* matches nosuch\.\*.*\n$/,
    ],
  ])('%s, and leaves the earlier report and a killed run as they are', async (_name, options, sentence) => {
    const folder = freshFolder()
    const out = join(folder, 'out')
    killedRunIn(out)
    const target = join(folder, 'target.json')
    writeFileSync(target, JSON.stringify({ name: 'here', trading: { baseUrl: 'http://127.0.0.1:9/v1' } }))
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const before = readdirSync(out)
    const words = ['proxy', '--target', target, '--port', String(port), '--out', out, ...options]
    const { status, out: shown, err } = await assayWith(words)
    taken.close()
    expect(err).toMatch(sentence)
    expect([status, shown]).toEqual([2, ''])
    expect(readdirSync(out)).toEqual(before)
  })
})
