/** The part of the generators that other layers may use. */
export { CatalogueError } from './catalogue-error.ts'
export type { Json } from './json.ts'
export { lintDocument, lintSpec } from './lint-spec.ts'
export { type Api, loadSpec } from './load-spec.ts'
export { changeLevels, projectLevel } from './project-level.ts'
export { readOwnCatalogue } from './read-own-catalogue.ts'
export { type OwnContract, readOwnContract } from './read-own-contract.ts'
