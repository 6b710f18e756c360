/**
 * Puts the built command into a few files, dist/bundle, from which `assay` starts: hundreds of modules take a quarter of a
 * second to find and open. What other programs import, and workers, stay modules of their own.
 */
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import targetSchema from '../dist/generated/target-schema.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const bundle = `${dist}/bundle`
const VALIDATOR = 'harness/target/target-validator.js'

/** The schema of target files as code: compiling it, and loading what compiles it, takes as long as Node takes to start. */
function compiledTargetSchema() {
  const require = createRequire(import.meta.url)
  const { Ajv2020 } = require('ajv/dist/2020.js')
  const options = { strict: false, validateSchema: false, code: { source: true, esm: true } }
  const ajv = require('ajv-formats')(new Ajv2020(options))
  const code = require('ajv/dist/standalone').default(ajv, ajv.compile(targetSchema))
  return [
    "import { createRequire } from 'node:module'",
    'const require = createRequire(import.meta.url)',
    code,
    'export const targetValidator = () => validate',
  ].join('\n')
}

/** A module finds its neighbours where they are, not beside the bundle. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const address = JSON.stringify(`../${relative(dist, path).replaceAll('\\', '/')}`)
      const source = path.endsWith(VALIDATOR) ? compiledTargetSchema() : readFileSync(path, 'utf8')
      return { contents: source.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`) }
    })
  },
}

rmSync(bundle, { recursive: true, force: true })
await build({
  entryPoints: [`${dist}/cli/begin.js`],
  ...{ outdir: bundle, bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
  ...{
    packages: 'external',
    legalComments: 'none',
    minifyWhitespace: true,
    logLevel: 'warning',
    plugins: [ownAddress],
  },
})
