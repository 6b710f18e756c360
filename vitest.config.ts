import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { builtCode, codeFolder } from './test/built-code.ts'

/**
 * V8 optimizes a function only after it has run much longer than by default: compiling takes time, and most tests end before
 * the faster code has made up for it.
 */
setFlagsFromString('--interrupt-budget=1000000')
/**
 * A larger young generation than by default: it is collected less often, so that most objects of a run are already garbage
 * by then and need not be copied.
 */
setFlagsFromString('--min-semi-space-size=32')
setFlagsFromString('--max-semi-space-size=64')

/** Node itself loads built modules: vite would transform each of them, and every use of an import would be slower. */
const BUILT = /\/dist\/.*\.js$/

/** These limits only stop tests that hang. They are long, so that no test fails because the machine is busy. */
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
