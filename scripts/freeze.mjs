/** `npm run freeze`: freezes the requirements of the version in package.json. With `-- --release 2026-12-01` for ever. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freeze } from '../dist/cli/freeze/freeze.js'

const { values } = parseArgs({
  options: { release: { type: 'string' }, reworded: { type: 'string', multiple: true } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
try {
  for (const line of freeze({ ...values, changelog: join(root, 'CHANGELOG.md') })) console.log(line)
} catch (error) {
  console.error(`freeze: ${error.message}`)
  process.exitCode = 1
}
