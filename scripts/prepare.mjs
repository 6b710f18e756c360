/** npm runs this after an install: it builds everything, unless `npx assay` is called in a clone that is built already. */
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const built = existsSync(new URL('../dist/cli/main.js', import.meta.url))
if (!(built && process.env.npm_command === 'exec')) execSync('npm run build', { stdio: 'inherit' })
