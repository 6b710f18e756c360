/**
 * Runs the whole zoo: every behaviour, for all replies and for one in seven: node bench/zoo.mjs [--write] [GROUP].
 * With --write it updates the table in docs/resilience.md; with a group it runs and updates only its rows.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const [group] = process.argv.slice(2).filter(word => !word.startsWith('--'))
const page = process.argv.includes('--write') ? { ASSAY_ZOO_PAGE: `${root}docs/resilience.md` } : {}
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'unit', 'test/zoo/zoo.test.ts', '--testTimeout', '120000'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ASSAY_ZOO: 'all',
      NODE_OPTIONS: '--max-old-space-size=448',
      ...page,
      ...(group && { ASSAY_ZOO_GROUP: group }),
    },
  },
)
process.exitCode = status ?? 1
