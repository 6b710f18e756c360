import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whatever the tests, and the processes they start, make in the folder for temporary files is gone when they end. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
