/** The lock of an output folder: one run has it, until all its files are closed, and removes only its own. */
import fs, { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { writeRemoved } from '../../cli/clean/removed-before.ts'
import { evidenceIn } from '../../cli/out/evidence-in.ts'
import { lockFolder } from '../../cli/out/out-folder.ts'
import { standing } from '../traffic/standing-proxy.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const { closeSync, writeSync, writeFileSync: writeFile } = fs
const original = { closeSync, writeSync, writeFileSync: writeFile }
afterEach(() => {
  Object.assign(fs, original)
  syncBuiltinESMExports()
})

/** Calls `first` before the function of node:fs. */
function before(name: keyof typeof original, first: () => void): void {
  const own = original[name] as (...given: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      first()
      return own(...given)
    },
  })
  syncBuiltinESMExports()
}

it('is held until the files of the run are closed', () => {
  const folder = freshFolder()
  const sink = evidenceIn(folder)
  const held: boolean[] = []
  before('closeSync', () => held.push(existsSync(join(folder, 'assay.lock'))))
  sink.close()
  expect([held, readdirSync(folder).filter(name => name.includes('lock'))]).toEqual([[true, true, true], []])
})

it('goes to one of two runs that create it at the same moment', () => {
  const folder = freshFolder()
  const had: string[] = []
  const attempt = (name: string): void => {
    try {
      lockFolder(folder)
      had.push(name)
    } catch (error) {
      expect((error as Error).message).toContain('is in use by another run')
    }
  }
  let isSecondStarted = false
  const second = (): void => {
    if (isSecondStarted) return
    isSecondStarted = true
    attempt('second')
  }
  before('writeSync', second)
  before('writeFileSync', second)
  attempt('first')
  expect([isSecondStarted, had.length, readdirSync(folder)]).toEqual([true, 1, ['assay.lock']])
})

it('of another run stays when a run unlocks the folder', () => {
  const folder = freshFolder()
  const lock = join(folder, 'assay.lock')
  const unlock = lockFolder(folder)
  writeFileSync(lock, 'of another run')
  unlock()
  expect(readFileSync(lock, 'utf8')).toBe('of another run')
})

it.each([
  ['run', ['run', '--only', 'trading.ping.*', '--out', 'BUNDLE']],
  ['report', ['report', 'BUNDLE']],
  ['report --allure', ['report', 'RUN', '--allure', '--out', 'BUNDLE']],
  ['report of several runs', ['report', 'RUN', 'RUN', '--out', 'BUNDLE']],
  ['diff', ['diff', 'RUN', 'RUN', '--out', 'BUNDLE']],
  ['listing', ['listing', 'BUNDLE', '--out', 'BUNDLE']],
  ['keygen', ['keygen', '--out', 'BUNDLE']],
])('that holds a signed bundle is refused by %s', async (_, words) => {
  const folder = freshFolder()
  await assayWith(['run', '--only', 'trading.ping.*', '--no-page', '--reporter', 'none', '--out', folder])
  const bundle = freshFolder()
  cpSync(folder, bundle, { recursive: true })
  writeFileSync(join(bundle, 'attestation.json'), '{}')
  const before = readdirSync(bundle)
  const { status, err } = await assayWith(words.map(word => ({ BUNDLE: bundle, RUN: folder })[word] ?? word))
  expect(err).toBe(`assay: ${bundle} contains a signed bundle, which would no longer verify; choose another --out\n`)
  expect(status).toBe(2)
  expect(readdirSync(bundle)).toEqual(before)
})

it('that holds a signed bundle may be read: annotations are only printed, and clean notes nothing there', async () => {
  const folder = freshFolder()
  await assayWith(['run', '--only', 'trading.ping.*', '--no-page', '--reporter', 'none', '--out', folder])
  writeFileSync(join(folder, 'attestation.json'), '{}')
  expect(await assayWith(['report', folder, '--format', 'annotations'])).toMatchObject({ status: 0, err: '' })
  writeRemoved(folder, 'abcd', [{ kind: 'user group', id: 1 }])
  expect(readdirSync(folder)).not.toContain('removed.json')
})

const fillDisk = (): void =>
  before('writeSync', () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  })

it('on a disk that fills, proxy ends with one sentence, and the client gets its reply all the same', async () => {
  const { origin, end, out } = await standing((_, reply) => reply.end('{}'))
  fillDisk()
  expect(await (await fetch(`${origin}/v1/public/ping`)).text()).toBe('{}')
  await expect(end()).rejects.toThrow(`${out} cannot be written (ENOSPC: the disk is full)`)
})

it.each([
  ['judge', ['judge', 'RUN', '--out', 'OUT']],
  ['merge', ['merge', 'SHARD', 'LAST', '--out', 'OUT']],
])('on a disk that fills, %s ends with one sentence', async (_, words) => {
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  const ping = ['run', '--only', 'trading.ping.*', '--no-page', '--reporter', 'none', '--out']
  await assayWith([...ping, at('RUN')])
  await assayWith([...ping, at('SHARD'), '--shard', '1/1'])
  await assayWith([...ping, at('LAST'), '--shard', 'last/1'])
  fillDisk()
  const { status, err } = await assayWith(words.map(word => (/^[A-Z]+$/.test(word) ? at(word) : word)))
  expect(err).toBe(`assay: ${at('OUT')} cannot be written (ENOSPC: the disk is full)\n`)
  expect(status).toBe(2)
})

it('on a disk that fills, serve --write-target keeps the earlier file whole, and leaves no part of another', async () => {
  const folder = freshFolder()
  const file = join(folder, 'target.yaml')
  writeFileSync(file, 'earlier')
  const fill = (path: string): void => {
    original.writeFileSync(path, 'name: ')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  }
  Object.assign(fs, { writeFileSync: fill })
  syncBuiltinESMExports()
  const { status, err } = await assayWith(['serve', '--write-target', file])
  expect([status, err]).toEqual([2, `assay: ${file} cannot be written (ENOSPC: the disk is full)\n`])
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['target.yaml'], 'earlier'])
})
