import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the tests and their processes a temporary folder of their own, and removes it when the tests end. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
