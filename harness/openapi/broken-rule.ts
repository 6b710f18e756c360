/** Rules of the OpenAPI specification that no schema expresses, by the linter that also reads our own descriptions. */
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString, ResolveError } from '@redocly/openapi-core'
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { leadsElsewhere, references } from './parts.ts'

const rules = {
  'operation-operationId-unique': 'error',
  'no-identical-paths': 'error',
} as const

/** What a parameter is called has to be known to judge these. */
const rulesOfParameters = {
  'path-parameters-defined': 'error',
  'operation-parameters-unique': 'error',
} as const

/** What it says of callbacks of callbacks, which it does not look into. */
const GIVES_UP = /^Maximum callback nesting depth/

/** References to other documents are never followed: a document of a target decides nothing about what we read. */
class NothingElse extends BaseResolver {
  override resolveDocument(): Promise<never> {
    return Promise.reject(new ResolveError(new Error('it is in another document')))
  }
}

/** What the first broken rule says, with its place; null where none is broken. */
export async function brokenRule(document: JsonObject): Promise<string | null> {
  const targets = [...references(document)].map(({ target }) => target)
  const allHere = !targets.some(leadsElsewhere)
  const config = await createConfig({ rules: { ...rules, ...(allHere ? rulesOfParameters : {}) } })
  const problems = await lintDocument({
    document: makeDocumentFromString(JSON.stringify(withUsedPathItems(document, targets)), 'served.json'),
    config,
    externalRefResolver: new NothingElse(),
  }).catch(cannotTell)
  const problem = problems.find(({ message }) => !GIVES_UP.test(message))
  if (!problem) return null
  const at = (problem.location[0]?.pointer ?? '#/').slice(1)
  return `${at}: ${problem.message.replaceAll(/\s+/g, ' ')}`
}

/** A path item that nothing refers to has no path: the linter would take its name for one. */
function withUsedPathItems(document: JsonObject, targets: readonly string[]): JsonObject {
  const { components } = document
  if (!isObject(components) || !isObject(components['pathItems'])) return document
  const isUsed = ([name]: [string, unknown]): boolean => targets.some(target => target.endsWith(`/pathItems/${name}`))
  const pathItems = Object.fromEntries(Object.entries(components['pathItems']).filter(isUsed))
  return { ...document, components: { ...components, pathItems } }
}

/** Some legal documents are more than the linter can follow, such as a reference to itself: no rule is broken by that. */
const cannotTell = (): [] => []
