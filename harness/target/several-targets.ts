/** Several deployments in one target file, under `targets`: lists them, and chooses one as if it had a file of its own. */
import { existsSync } from 'node:fs'
import { type Document, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml'
import { isObject } from '../evidence/exchange.ts'
import { nearest } from '../text/nearest.ts'
import { boundedYaml } from './bounded-yaml.ts'
import { ConfigurationError } from './configuration-error.ts'
import { readBounded } from './read-bounded.ts'

const MEMBER = 'targets'
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
/** No target file is larger. */
export const LARGEST_TARGET_FILE = 1024 * 1024

/** `staging.yaml#eu` is the deployment eu of staging.yaml, unless there is a file of that whole name. */
export function fileAndName(given: string): { readonly file: string; readonly name: string | null } {
  const cut = given.lastIndexOf('#')
  if (cut <= 0 || existsSync(given)) return { file: given, name: null }
  return { file: given.slice(0, cut), name: given.slice(cut + 1) }
}

/** The names of the deployments that a file lists; null if it describes one. */
export function targetNames(given: string): readonly string[] | null {
  const { file, name } = fileAndName(given)
  if (name !== null) return null
  const { document, at } = boundedYaml(readBounded(file, LARGEST_TARGET_FILE), file)
  const list = listIn(document)
  return list === null ? null : namesIn(list, at)
}

interface Where {
  readonly file: string
  readonly at: (offset: number) => string
}

/**
 * Removes all deployments but the named one from the list. Returns a function that finds a member in the document: in
 * the deployment itself, or in the file if the deployment does not have it. Null if the file has no list.
 */
export function chooseOne(
  document: Document,
  name: string | null,
  { file, at }: Where,
): ((pointer: string) => string) | null {
  const list = listIn(document)
  if (list === null) {
    if (name === null) return null
    throw new ConfigurationError(`${file} lists no deployments under "${MEMBER}": leave out #${name}`)
  }
  const names = namesIn(list, at)
  if (name === null)
    throw new ConfigurationError(`${file} describes ${names.length} deployments: name one, such as ${file}#${names[0]}`)
  const index = names.indexOf(name)
  if (index < 0)
    throw new ConfigurationError(
      `${file} has no deployment "${name}"${nearest(name, names)}; it has ${names.join(', ')}`,
    )
  const chosen = list.items[index] as YAMLMap
  list.items = [chosen]
  return pointer => {
    const member = pointer.split('/')[1]
    return member !== undefined && chosen.has(member) ? `/${MEMBER}/0${pointer}` : pointer
  }
}

/** The only deployment that is left in the list, with the members of the file that it does not have itself. */
export function chosenIn(data: unknown): unknown {
  const { [MEMBER]: list, ...shared } = isObject(data) ? data : {}
  return { ...shared, ...(Array.isArray(list) && isObject(list[0]) ? list[0] : {}) }
}

function listIn({ contents }: Document): YAMLSeq | null {
  if (!isMap(contents) || !contents.has(MEMBER)) return null
  const list = contents.get(MEMBER, true)
  return isSeq(list) ? list : null
}

function namesIn(list: YAMLSeq, at: Where['at']): string[] {
  const names: string[] = []
  const wrong = (node: unknown, what: string): never => {
    const range = (node as { range?: readonly number[] } | null)?.range ?? list.range
    throw new ConfigurationError(`${at(range?.[0] ?? 0)}: ${what}`)
  }
  for (const item of list.items) {
    const named = isMap(item) ? item.get('name', true) : undefined
    const name = isScalar(named) ? String(named.value) : ''
    if (!isMap(item)) wrong(item, `each of ${MEMBER} is an object with a name of its own`)
    if (!NAME.test(name))
      wrong(named ?? item, `each of ${MEMBER} needs a name of letters, digits, dots, dashes and underscores`)
    if (names.some(known => known.toLowerCase() === name.toLowerCase()))
      wrong(named, `two of ${MEMBER} are called ${name}`)
    names.push(name)
  }
  if (names.length === 0) wrong(list, `${MEMBER} lists nothing`)
  return names
}
