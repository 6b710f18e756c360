/** Makes `npx assay` work inside a clone: the built command becomes executable and is linked among the local binaries. */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const command = fileURLToPath(new URL('dist/cli/main.js', root))
chmodSync(command, 0o755)

if (process.platform !== 'win32' && existsSync(new URL('node_modules/', root))) {
  const folder = fileURLToPath(new URL('node_modules/.bin/', root))
  mkdirSync(folder, { recursive: true })
  rmSync(`${folder}assay`, { force: true })
  symlinkSync('../../dist/cli/main.js', `${folder}assay`)
}
