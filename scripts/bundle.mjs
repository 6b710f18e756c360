/**
 * Bundles the built command into a few files, dist/bundle, from which `assay` starts: to find and open hundreds of
 * modules takes a quarter of a second. Modules that other programs import, and workers, stay separate.
 */
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import claimSchema from '../dist/generated/claim-schema.js'
import exchangeSchema from '../dist/generated/exchange-schema.js'
import { fieldSchemas } from '../dist/generated/field-rules.js'
import reportSchema from '../dist/generated/report-schema.js'
import targetSchema from '../dist/generated/target-schema.js'
import { absoluteUrl } from '../dist/suites/messaging/invitations/invites.predicates.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const bundle = `${dist}/bundle`
const COMPILED = 'harness/judging/compiled-schemas.js'

/** The schemas that every run needs, compiled to code. */
function compiledSchemas() {
  const require = createRequire(import.meta.url)
  const { Ajv2020 } = require('ajv/dist/2020.js')
  const options = { strict: false, validateSchema: false, code: { source: true, esm: true } }
  const ajv = require('ajv-formats')(new Ajv2020(options))
  const schemas = [targetSchema, reportSchema, exchangeSchema, claimSchema, ...fieldSchemas, absoluteUrl]
  for (const [index, schema] of schemas.entries()) ajv.addSchema(schema, `compiled${index}`)
  const names = schemas.map((_, index) => `compiled${index}`)
  const code = require('ajv/dist/standalone').default(ajv, Object.fromEntries(names.map(name => [name, name])))
  const entries = schemas.map((schema, index) => `[${JSON.stringify(JSON.stringify(schema))},${names[index]}]`)
  return [
    "import { createRequire } from 'node:module'",
    'const require = createRequire(import.meta.url)',
    code,
    `export const compiledSchemas = new Map([${entries}])`,
  ].join('\n')
}

/** In the bundle, `import.meta.url` stays the address of the module, so that the module finds its neighbours. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const address = JSON.stringify(`../${relative(dist, path).replaceAll('\\', '/')}`)
      const source = path.endsWith(COMPILED) ? compiledSchemas() : readFileSync(path, 'utf8')
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
