/** TypeScript types of a description, by openapi-typescript. */
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Json } from './json.ts'
import { isJson } from './json.ts'

export async function writeTypes(document: Json): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    alphabetize: false,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
    transform: schema => (isNever(schema) ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword) : undefined),
  })
  return astToString(ast)
}

/** Whether the schema is `{ not: {} }`, so that the member never exists. */
function isNever(schema: unknown): boolean {
  return isJson(schema) && isJson(schema['not']) && Object.keys(schema['not']).length === 0 && !('type' in schema)
}
