/** The user's own contract: its OpenAPI document, checked against the catalogues beside it. */
import { catalogueDigest, digestOf } from './catalogue-digest.ts'
import { CatalogueError } from './catalogue-error.ts'
import { checkLinks } from './check-links.ts'
import { type FieldRules, fieldRules } from './field-rules.ts'
import { loadDocument } from './load-spec.ts'
import { type OperationData, operationData } from './operation-data.ts'
import type { OwnCatalogue } from './read-own-catalogue.ts'

export interface OwnContract extends Pick<FieldRules, 'rules' | 'schemas'> {
  readonly api: string
  readonly digest: string
  readonly operations: readonly OperationData[]
}

export async function readOwnContract(file: string, catalogues: readonly OwnCatalogue[]): Promise<OwnContract> {
  const [api = '', other] = [...new Set(catalogues.map(catalogue => catalogue.api))]
  if (other !== undefined) throw new CatalogueError([`${file}: its catalogues are about both ${api} and ${other}`])
  const document = await loadDocument(file)
  const requirements = catalogues.flatMap(catalogue => catalogue.requirements)
  const where = new Map(catalogues.flatMap(catalogue => [...catalogue.where]))
  const operations = operationData(api, document)
  const found = fieldRules({ [api]: document }, requirements)
  const lost = checkLinks({ requirements, where }, found, operations)
  if (lost.length > 0) throw new CatalogueError(lost)
  const digest = digestOf([catalogueDigest({ requirements, openPoints: [], notObservable: [] }), document])
  return { api, digest, operations, rules: found.rules, schemas: found.schemas }
}
