/** Rules of the OpenAPI specification that no schema expresses, checked by the linter of our own descriptions. */
import {
  BaseResolver,
  type Config,
  createConfig,
  lintDocument,
  makeDocumentFromString,
  type NormalizedProblem,
  ResolveError,
} from '@redocly/openapi-core'
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { leadsElsewhere, references } from './parts.ts'

const rules = {
  'operation-operationId-unique': 'error',
  'no-identical-paths': 'error',
} as const

/** These need the names of all parameters, which may be in other documents. */
const rulesOfParameters = {
  'path-parameters-defined': 'error',
  'operation-parameters-unique': 'error',
} as const

/** The linter's message about callbacks of callbacks, which it does not examine. */
const GIVES_UP = /^Maximum callback nesting depth/

/** References to other documents are never followed: a document of a target cannot choose what we read. */
class NothingElse extends BaseResolver {
  override resolveDocument(): Promise<never> {
    return Promise.reject(new ResolveError(new Error('it is in another document')))
  }
}

/** The message of the first violated rule, with its place; null if none is violated. */
export async function brokenRule(document: JsonObject): Promise<string | null> {
  const targets = [...references(document)].map(({ target }) => target)
  const allHere = !targets.some(leadsElsewhere)
  const config = await createConfig({ rules: { ...rules, ...(allHere ? rulesOfParameters : {}) } })
  const problems = await problemsOf(withUsedPathItems(document, targets), config)
  const problem = problems.find(({ message }) => !GIVES_UP.test(message))
  if (!problem) return null
  const at = (problem.location[0]?.pointer ?? '#/').slice(1)
  return `${at}: ${problem.message.replaceAll(/\s+/g, ' ')}`
}

/** Leaves out path items that nothing refers to: the linter would take their names for paths. */
function withUsedPathItems(document: JsonObject, targets: readonly string[]): JsonObject {
  const { components } = document
  if (!isObject(components) || !isObject(components['pathItems'])) return document
  const isUsed = ([name]: [string, unknown]): boolean => targets.some(target => target.endsWith(`/pathItems/${name}`))
  const pathItems = Object.fromEntries(Object.entries(components['pathItems']).filter(isUsed))
  return { ...document, components: { ...components, pathItems } }
}

/** Some legal documents make the linter fail, such as deeply nested ones or a reference to itself: that violates no rule. */
async function problemsOf(document: JsonObject, config: Config): Promise<NormalizedProblem[]> {
  try {
    const source = makeDocumentFromString(JSON.stringify(document), 'served.json')
    return await lintDocument({ document: source, config, externalRefResolver: new NothingElse() })
  } catch {
    return []
  }
}
