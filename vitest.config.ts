import { defineConfig } from 'vitest/config'

/** Two projects: `unit` tests Assay itself; `conformance` judges a target, one test per requirement. */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], testTimeout: 30_000 } },
      { extends: true, test: { name: 'conformance', include: ['suites/conformance.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 } },
    ],
  },
})
