/** What npm runs after an install: the whole build, unless `npx assay` asks in a clone where it has been built. */
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const built = existsSync(new URL('../dist/cli/main.js', import.meta.url))
if (!(built && process.env.npm_command === 'exec')) execSync('npm run build', { stdio: 'inherit' })
