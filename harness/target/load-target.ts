/** Reads a target file: YAML or JSON, names from the environment filled in, validated with line and column. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isPair, isScalar, visit } from 'yaml'
import type { TargetFile } from '../../generated/formats.ts'
import targetSchema from '../../generated/target-schema.ts'
import { isUnsafe, standIn } from '../exact-integers.ts'
import { valueAt } from '../judging/paths.ts'
import { schemaMistake } from '../judging/schema-mistake.ts'
import { validatorOf } from '../judging/schema-validator.ts'
import { nearest } from '../text/nearest.ts'
import { baseAddress } from './base-address.ts'
import { boundedYaml } from './bounded-yaml.ts'
import { ConfigurationError } from './configuration-error.ts'
import { offsetOf } from './offset-of.ts'
import { readBounded } from './read-bounded.ts'
import { chooseOne, chosenIn, fileAndName, LARGEST_TARGET_FILE } from './several-targets.ts'

export { ConfigurationError } from './configuration-error.ts'

export interface Target extends TargetFile {
  /** Folder that relative paths of the file start from. */
  readonly folder: string
  /** The file as given on the command line, for repeat commands; null for the embedded reference. */
  readonly file: string | null
  /** The feature level that the command line claims in place of the file's. */
  readonly claims?: number
  /** Which environment variable a member comes from, such as `shop.credentials.apiKey`. */
  readonly variables?: Readonly<Record<string, string>>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** `FILE#NAME` is one of the deployments that a file lists under `targets`. */
export function loadTarget(given: string, environment: Environment = process.env): Target {
  const { file, name } = fileAndName(given)
  const text = readBounded(file, LARGEST_TARGET_FILE)
  const variables: Record<string, string> = {}
  const target = parseTarget(text, file, environment, variables, name)
  return { ...target, folder: dirname(resolve(file)), file: given, variables }
}

/** `variables` receives the name of each environment variable that is the whole value of a member. */
export function parseTarget(
  text: string,
  file: string,
  environment: Environment,
  variables: Record<string, string> = {},
  name: string | null = null,
): TargetFile {
  const { document, at, toJS } = boundedYaml(text, file)
  const place = chooseOne(document, name, { file, at })
  const unset = new Map<string, number>()
  visit(document, {
    Scalar(_key, node, path) {
      if (typeof node.value !== 'string') {
        if (isUnsafe(node.source ?? '')) node.value = standIn(node.source ?? '')
        return
      }
      const whole = /^\$\{([^}]*)\}$/.exec(node.value)?.[1]
      if (whole !== undefined) variables[pathOf(path).replace(/^targets\./, '')] = whole
      node.value = filled(
        node.value,
        environment,
        name => void unset.set(name, unset.get(name) ?? node.range?.[0] ?? 0),
      )
    },
  })
  if (unset.size > 0) throw new ConfigurationError(unsetSentence([...unset], at) + envHint(file))
  const target = place === null ? toJS() : chosenIn(toJS())
  takeNumbers(target, Object.keys(variables))
  return validTarget(target, pointer => at(offsetOf(document, place === null ? pointer : place(pointer))))
}

/** Digits from the environment are a number where the schema wants one; an API key of digits stays a text. */
function takeNumbers(target: unknown, fromEnvironment: readonly string[]): void {
  const valid = validatorOf(targetSchema)
  for (const _each of fromEnvironment) {
    if (valid(target)) return
    const [{ keyword, instancePath = '', params } = {}] = valid.errors ?? []
    const path = instancePath.split('/').slice(1)
    const value = valueAt(target, instancePath)
    const wantsNumber = keyword === 'type' && /integer|number/.test(String(params?.['type']))
    if (!wantsNumber || !fromEnvironment.includes(path.join('.')) || !/^\d+$/.test(String(value))) return
    Object(valueAt(target, instancePath.replace(/\/[^/]*$/, '')))[path.at(-1) ?? ''] = Number(value)
  }
}

/** The members that describe an API; a target file needs at least one of them. */
const MEMBERS: readonly string[] = (targetSchema['anyOf'] as { required: string[] }[]).flatMap(
  ({ required }) => required,
)

/** The target file with its addresses written as they are sent. */
function asSent(target: TargetFile): TargetFile {
  const tidied = <One>(entries: Readonly<Record<string, One>>): Record<string, One> =>
    Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, tidy(one)]))
  const tidy = <One>(entry: One): One => {
    const { baseUrl, provisioner } = Object(entry)
    if (typeof baseUrl !== 'string') return entry
    const isAddress = typeof provisioner === 'string' && URL.canParse(provisioner)
    return { ...entry, baseUrl: baseAddress(baseUrl), ...(isAddress && { provisioner: new URL(provisioner).href }) }
  }
  const { apis } = target
  return { ...(tidied({ ...target }) as unknown as TargetFile), ...(apis && { apis: tidied(apis) }) }
}

/** Every http(s) address of a target file, with its JSON pointer. */
const addressesIn = (value: unknown, at = ''): (readonly [pointer: string, address: string])[] =>
  typeof value === 'string'
    ? /\/(?:baseUrl|provisioner|origins\/\d+)$/.test(at) && /^https?:/.test(value)
      ? [[at, value]]
      : []
    : Object.entries(Object(value)).flatMap(([name, one]) => addressesIn(one, `${at}/${name}`))

/** Validates plain data as a target file; `where` turns a JSON pointer into a place that a person finds. */
export function validTarget(
  data: unknown,
  where: (pointer: string) => string = pointer => `the target file${pointer ? ` at ${pointer}` : ''}`,
): TargetFile {
  const valid = validatorOf(targetSchema)
  if (valid(data)) {
    const target = data as TargetFile
    const misplaced = Object.keys(target.apis ?? {}).find(name => MEMBERS.includes(name))
    if (misplaced !== undefined)
      throw new ConfigurationError(
        `${where(`/apis/${misplaced}`)}: ${misplaced} is a member of the target file itself: move it out of apis, which is for APIs of your own suites`,
      )
    const [odd] = addressesIn(target).filter(([, address]) => !URL.canParse(address))
    if (odd)
      throw new ConfigurationError(
        `${where(odd[0])}: ${odd[0].slice(1).replaceAll('/', '.')} is no address that can be reached: check its host and port`,
      )
    return asSent(target)
  }
  const error = valid.errors?.[0]
  const pointer = error?.instancePath ?? ''
  const subject = pointer === '' ? 'the target file' : pointer.slice(1).replaceAll('/', '.')
  const extra = error?.params as { additionalProperty?: string; missingProperty?: string; type?: string } | undefined
  if (extra?.additionalProperty !== undefined) {
    const known = Object.keys(membersAt(error?.schemaPath ?? ''))
    const hint = nearest(extra.additionalProperty, known)
    throw new ConfigurationError(
      `${where(`${pointer}/${extra.additionalProperty}`)}: ${subject} has no member "${extra.additionalProperty}"${hint}`,
    )
  }
  if (error?.keyword === 'required' && pointer === '' && MEMBERS.includes(extra?.missingProperty ?? '')) {
    const unknown = Object.keys(Object(data)).find(name => !Object.hasOwn(Object(targetSchema['properties']), name))
    const at = unknown === undefined ? '' : `/${unknown}`
    const hint = unknown === undefined ? '' : nearest(unknown, Object.keys(Object(targetSchema['properties'])))
    const also = unknown === undefined ? '' : `; "${unknown}" is not a member of it${hint}`
    throw new ConfigurationError(
      `${where(at)}: the target file describes no API: it has none of ${MEMBERS.join(', ')}${also}`,
    )
  }
  if (extra?.missingProperty !== undefined) {
    const wrong = misspelled(extra.missingProperty, valueAt(data, pointer), error?.schemaPath ?? '')
    throw new ConfigurationError(
      wrong === null
        ? `${where(pointer)}: ${subject} lacks "${extra.missingProperty}"`
        : `${where(`${pointer}/${wrong}`)}: ${subject} has no member "${wrong}" (did you mean "${extra.missingProperty}"?)`,
    )
  }
  if (error?.keyword === 'pattern' && /\/(?:baseUrl|provisioner)$/.test(pointer) && hasUserInfo(data, pointer))
    throw new ConfigurationError(
      `${where(pointer)}: ${subject} holds a user or password (before the @), which would show in every report: give credentials in members of their own`,
    )
  if (error?.keyword === 'pattern' && /\/baseUrl$/.test(pointer))
    throw new ConfigurationError(
      `${where(pointer)}: ${subject} has to be an http or https address without a query, such as https://staging.example/v1`,
    )
  if (error?.keyword === 'type' && pointer === '')
    throw new ConfigurationError(
      `${where('')}: the target file ${data === null || data === undefined ? 'is empty' : `has to be a mapping with a name and one of ${MEMBERS.join(', ')}`}`,
    )
  const isBare = error?.keyword === 'type' && extra?.type === 'string' && typeof valueAt(data, pointer) !== 'object'
  throw new ConfigurationError(
    `${where(pointer)}: ${subject} ${schemaMistake(error)}${isBare ? ': put it in quotes' : ''}`,
  )
}

const hasUserInfo = (data: unknown, pointer: string): boolean =>
  /^https?:\/\/[^/?#]*@/i.test(String(valueAt(data, pointer)))

/** The members that the schema allows at the place of an error. */
function membersAt(schemaPath: string): object {
  const steps = schemaPath.replace(/^#\//, '').split('/').slice(0, -1)
  const schema = steps.reduce((node: unknown, step) => Object(node)[decodeURIComponent(step)], targetSchema)
  return Object(Object(schema).properties)
}

/** The unknown member that is probably the missing one, misspelled. */
function misspelled(missing: string, value: unknown, schemaPath: string): string | null {
  const known = membersAt(schemaPath)
  const unknown = Object.keys(Object(value)).filter(name => !Object.hasOwn(known, name))
  return unknown.find(name => nearest(name, [missing]) !== '') ?? null
}

/** `shop.credentials.apiKey`, from the nodes above a scalar. */
function pathOf(nodes: readonly unknown[]): string {
  return nodes
    .filter(isPair)
    .map(({ key }) => String(isScalar(key) ? key.value : key))
    .join('.')
}

function filled(text: string, environment: Environment, missing: (name: string) => void): string {
  return text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const value = environment[name]
    if (value !== undefined && value !== '') return value
    missing(name)
    return whole
  })
}

/** A file .env beside the target file is for the shell: nothing is read from it here. */
const envHint = (file: string): string =>
  existsSync(resolve(dirname(file), '.env')) ? '; fill in .env and load it: set -a; . ./.env; set +a' : ''

/** A message about all unset variables at once, at the place of the first. */
function unsetSentence(unset: readonly (readonly [string, number])[], at: (offset: number) => string): string {
  const [, first] = unset[0] ?? ['', 0]
  const names = unset.map(([name]) => name)
  return names.length === 1
    ? `${at(first)}: the environment variable ${names[0]} is not set, or empty`
    : `${at(first)}: these environment variables are not set, or empty: ${names.join(', ')}`
}
