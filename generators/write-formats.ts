/** Types of the published formats, and their schemas as modules, from `specs/formats/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { asJson, isJson, type Json } from './json.ts'
import { specsFile } from './project-folder.ts'
import { writeTypes } from './write-types.ts'

export async function writeFormats(): Promise<Record<string, string>> {
  const folder = specsFile('formats')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter(name => name.endsWith('.schema.json'))
        .sort()
    : []
  const schemas = names.map(name => asJson(JSON.parse(readFileSync(specsFile('formats', name), 'utf8'))))
  const modules = names.map((name, index) => [
    `${name.replace('.schema.json', '')}-schema.ts`,
    `const schema: Readonly<Record<string, unknown>> = ${JSON.stringify(schemas[index])}\nexport default schema\n`,
  ])
  return { 'formats.ts': await writeTypes(asDocument(schemas)), ...Object.fromEntries(modules) }
}

/** The formats and their definitions as components of one OpenAPI document. */
function asDocument(schemas: readonly Json[]): Json {
  const components: Json = {}
  for (const schema of schemas) {
    const { $defs, $id, $schema, ...own } = schema
    for (const [name, definition] of [[String(schema['title']), own] as const, ...Object.entries(asJson($defs))]) {
      const known = components[name]
      if (known && JSON.stringify(known) !== JSON.stringify(rewritten(definition))) {
        throw new Error(`specs/formats: ${name} is defined twice, differently`)
      }
      components[name] = rewritten(definition)
    }
  }
  return { openapi: '3.1.0', info: { title: 'Formats', version: '1' }, paths: {}, components: { schemas: components } }
}

/** Turns references into references to components, and removes conditions that do not affect types. */
function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (!isJson(value)) return value
  const entries = Object.entries(value).filter(([key, child]) => !(key === 'anyOf' && isCondition(child)))
  return Object.fromEntries(
    entries.map(([key, child]) => [
      key,
      key === '$ref' ? String(child).replace('#/$defs/', '#/components/schemas/') : rewritten(child),
    ]),
  )
}

const isCondition = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.every(option => isJson(option) && Object.keys(option).join() === 'required')
