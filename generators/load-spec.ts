/** Reads a description from `specs/` and bundles its files into one document. */
import type { Json } from './json.ts'
import { isJson } from './json.ts'
import { specsFile } from './project-folder.ts'

export type Api = 'trading' | 'messaging'

export const apis: readonly Api[] = ['trading', 'messaging']

export async function loadSpec(api: Api): Promise<Json> {
  const { bundle, createConfig } = await import('@redocly/openapi-core')
  const result = await bundle({ ref: specsFile(api, 'openapi.yaml'), config: await createConfig({}) })
  const first = result.problems.find(problem => problem.severity === 'error')
  if (first) throw new Error(`${api}: ${first.message} at ${first.location[0]?.pointer ?? 'its top'}`)
  const document: unknown = JSON.parse(JSON.stringify(result.bundle.parsed))
  if (!isJson(document)) throw new Error(`${api}: the description is no object`)
  return document
}
