/** The suites as a vitest project, exported as `assay/vitest` for the configuration of those who installed Assay. */
import { packageFolder } from '../harness/index.ts'

const PATIENCE_MS = 600_000

export const conformance = {
  root: packageFolder,
  test: {
    name: 'conformance',
    include: ['dist/suites/conformance.test.js'],
    exclude: [] as string[],
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
}
