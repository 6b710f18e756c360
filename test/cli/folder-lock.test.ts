/** The lock of an output folder stays until all files are closed. */
import fs, { existsSync, readdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { evidenceIn } from '../../cli/run.ts'
import { freshFolder } from './fake-io.ts'

const { closeSync } = fs
const original = { closeSync }
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
