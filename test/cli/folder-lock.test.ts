/** The lock of an output folder: one run has it, until all its files are closed, and removes only its own. */
import fs, { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { lockFolder } from '../../cli/out-folder.ts'
import { evidenceIn } from '../../cli/run.ts'
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

it('is refused where a signed bundle would be overwritten', async () => {
  const folder = freshFolder()
  for (const name of ['attestation.json', 'report.json']) writeFileSync(join(folder, name), '{}')
  const { status, err } = await assayWith(['run', '--only', 'trading.ping.*', '--out', folder])
  expect(err).toBe(`assay: ${folder} contains a signed bundle, which would be overwritten; choose another --out\n`)
  expect(status).toBe(2)
  expect(readdirSync(folder)).toEqual(['attestation.json', 'report.json'])
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('{}')
})
