/** Reads a description from `specs/` and bundles its files into one document. */
import type { Json } from './json.ts'
import { isJson } from './json.ts'
import { specsFile } from './project-folder.ts'

export type Api = 'trading' | 'messaging'

export const apis: readonly Api[] = ['trading', 'messaging']

export const loadSpec = (api: Api): Promise<Json> => loadDocument(specsFile(api, 'openapi.yaml'), api)

/** An OpenAPI document with the files that it refers to; `name` is its name in error messages. */
export async function loadDocument(file: string, name = file): Promise<Json> {
  const { bundle, createConfig } = await import('@redocly/openapi-core')
  const result = await bundle({ ref: file, config: await createConfig({}) })
  const first = result.problems.find(problem => problem.severity === 'error')
  if (first) throw new Error(`${first.message} at ${first.location[0]?.pointer ?? 'its top'}`)
  const document: unknown = JSON.parse(JSON.stringify(result.bundle.parsed))
  if (!isJson(document)) throw new Error(`${name}: the description is not an object`)
  return document
}
