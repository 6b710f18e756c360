import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { builtCode, codeFolder } from './test/built-code.ts'

/** Most of the tests end before an optimized function has earned what its compilation took: only what is very hot is optimized. */
setFlagsFromString('--interrupt-budget=1000000')
/** What a run makes is mostly forgotten when it ends: room enough that little of it is copied meanwhile. */
setFlagsFromString('--min-semi-space-size=32')
setFlagsFromString('--max-semi-space-size=64')

/** Loaded by Node itself: vite would transform each module again, and slow every use of an import. */
const BUILT = /\/dist\/.*\.js$/

/** Against what hangs: nothing here is to depend on how busy the machine is. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 }
const tidy = { globalSetup: './test/temporary-folder.ts' }

/** `unit` tests Assay itself, `browser` its pages; `conformance` judges a target, one test per requirement. */
export default defineConfig({
  plugins: [builtCode],
  test: {
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    server: { deps: { external: [BUILT] } },
    env: { ASSAY_CODE: codeFolder },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/browser/**'], ...patient, ...tidy },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          fileParallelism: false,
          expect: { poll: { timeout: 120_000 } },
          ...patient,
          ...tidy,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
