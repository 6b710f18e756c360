/** `assay proxy` with options or folders that it cannot use: one sentence, before anything listens. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../cli/fake-io.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

const REFUSED: readonly (readonly [name: string, options: readonly string[], sentence: RegExp])[] = [
  ['a profile that does not exist', ['--profile', 'nosuch'], /^assay: there is no profile "nosuch".*\n$/],
  [
    'a pattern that matches nothing',
    ['--only', 'nosuch.*'],
    /^assay: no requirement of profile .* matches nosuch\.\*.*\n$/,
  ],
  ['a folder in a file', ['--out', 'target.json/out'], /^assay: .* cannot be written \(ENOTDIR: .*\)\n$/],
]

describe('a proxy refuses', () => {
  test.each(REFUSED)('%s', (_name, options, sentence) => {
    const folder = freshFolder()
    const target = join(folder, 'target.json')
    writeFileSync(target, JSON.stringify({ name: 'here', trading: { baseUrl: 'http://127.0.0.1:9/v1' } }))
    const command = [main, 'proxy', '--target', target, '--port', '0', ...options]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
    expect(stderr).toMatch(sentence)
    expect([status, stdout]).toEqual([2, ''])
  })
})
