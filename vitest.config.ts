import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { builtCode, codeFolder } from './test/built-code.ts'

/**
 * Most tests end before an optimized function has saved what its compilation took, so only very hot functions are
 * optimized.
 */
setFlagsFromString('--interrupt-budget=1000000')
/** Most objects of a run are garbage when it ends. With enough room, few of them are copied before. */
setFlagsFromString('--min-semi-space-size=32')
setFlagsFromString('--max-semi-space-size=64')

/** Node itself loads these: vite would transform each module again, and slow down every use of an import. */
const BUILT = /\/dist\/.*\.js$/

/** Only to stop tests that hang: no test may depend on how busy the machine is. */
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
