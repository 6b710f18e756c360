/** Makes `generated/` from `specs/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogueError } from './catalogue-error.ts'
import { checkLinks } from './check-links.ts'
import { fieldRules } from './field-rules.ts'
import type { Json } from './json.ts'
import { type Api, apis, loadSpec } from './load-spec.ts'
import { operationData } from './operation-data.ts'
import { operationSchemas, sharedSchemas } from './operation-schemas.ts'
import { projectFolder } from './project-folder.ts'
import { changeLevels } from './project-level.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readFixtures } from './read-fixtures.ts'
import { readProfiles } from './read-profiles.ts'
import { writeRequestReadings } from './request-readings.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeCheckOrder } from './write-check-order.ts'
import { writeDocument } from './write-document.ts'
import { writeFieldRules } from './write-field-rules.ts'
import { writeFixtures } from './write-fixtures.ts'
import { writeFormats } from './write-formats.ts'
import { writeOperations } from './write-operations.ts'
import { writePageAssets } from './write-page-assets.ts'
import { writeReplyFields } from './write-reply-fields.ts'
import { writeSchemas } from './write-schemas.ts'
import { writeTypes } from './write-types.ts'

async function generate(): Promise<Record<string, string>> {
  const [trading, messaging] = await Promise.all([loadSpec('trading'), loadSpec('messaging')])
  const documents: Record<Api, Json> = { trading, messaging }
  const catalogue = readCatalogue()
  const rules = fieldRules(documents, catalogue.requirements)
  const operations = apis.flatMap(api => operationData(api, documents[api]))
  const lost = checkLinks(catalogue, rules, operations)
  if (lost.length > 0) throw new CatalogueError(lost)
  const schemas = new Map(apis.flatMap(api => [...operationSchemas(api, documents[api])]))
  return {
    'trading-types.ts': await writeTypes(trading),
    'messaging-types.ts': await writeTypes(messaging),
    'trading-openapi.ts': writeDocument(trading),
    'messaging-openapi.ts': writeDocument(messaging),
    'feature-levels.ts': `/** The feature levels at which each description changes, in order. */\nexport const changeLevels = ${JSON.stringify(
      {
        trading: changeLevels(trading),
        messaging: changeLevels(messaging),
      },
    )} as const\n`,
    'operations.ts': writeOperations(operations),
    'schemas.ts': writeSchemas(
      apis.map(api => sharedSchemas(api, documents[api])),
      schemas,
    ),
    'catalogue.ts': writeCatalogue(catalogue, readProfiles()),
    'fixtures.ts': writeFixtures(readFixtures()),
    'check-order.ts': writeCheckOrder(),
    'field-rules.ts': writeFieldRules(rules),
    'reply-fields.ts': writeReplyFields(rules, documents),
    'request-readings.ts': writeRequestReadings(),
    'page-assets.ts': await writePageAssets(),
    ...(await writeFormats()),
  }
}

/** An unchanged file is not written again, so that nothing is compiled because of it. */
function save(name: string, text: string): void {
  const file = join(projectFolder, 'generated', name)
  const content = `/** Generated from \`specs/\` by \`npm run generate\`. */\n${text}`
  try {
    if (readFileSync(file, 'utf8') === content) return
  } catch {
    mkdirSync(join(projectFolder, 'generated'), { recursive: true })
  }
  writeFileSync(file, content)
}

try {
  for (const [name, text] of Object.entries(await generate())) save(name, text)
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
