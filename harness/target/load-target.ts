/** Reads a target file: YAML or JSON, names from the environment filled in, validated with line and column. */
import { dirname, resolve } from 'node:path'
import { visit } from 'yaml'
import type { TargetFile } from '../../generated/formats.ts'
import targetSchema from '../../generated/target-schema.ts'
import { isUnsafe, standIn } from '../exact-integers.ts'
import { valueAt } from '../judging/paths.ts'
import { validatorOf } from '../judging/schema-validator.ts'
import { boundedYaml } from './bounded-yaml.ts'
import { ConfigurationError } from './configuration-error.ts'
import { offsetOf } from './offset-of.ts'
import { readBounded } from './read-bounded.ts'

export { ConfigurationError } from './configuration-error.ts'

const LARGEST = 1024 * 1024

export interface Target extends TargetFile {
  /** Folder that relative paths of the file start from. */
  readonly folder: string
  /** The file as given on the command line, for repeat commands; null for the embedded reference. */
  readonly file: string | null
  /** The feature level that the command line claims in place of the file's. */
  readonly claims?: number
}

export type Environment = Readonly<Record<string, string | undefined>>

export function loadTarget(file: string, environment: Environment = process.env): Target {
  const text = readBounded(file, LARGEST)
  return { ...parseTarget(text, file, environment), folder: dirname(resolve(file)), file }
}

export function parseTarget(text: string, file: string, environment: Environment): TargetFile {
  const { document, at, toJS } = boundedYaml(text, file)
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string') node.value = filled(node.value, environment, () => at(node.range?.[0] ?? 0))
      else if (isUnsafe(node.source ?? '')) node.value = standIn(node.source ?? '')
    },
  })
  return validTarget(toJS(), pointer => at(offsetOf(document, pointer)))
}

/** The members of which one describes an API. */
const MEMBERS: readonly string[] = (targetSchema['anyOf'] as { required: string[] }[]).flatMap(
  ({ required }) => required,
)

/** Validates plain data as a target file; `where` turns a JSON pointer into a place that a person finds. */
export function validTarget(
  data: unknown,
  where: (pointer: string) => string = pointer => `the target file${pointer ? ` at ${pointer}` : ''}`,
): TargetFile {
  const valid = validatorOf(targetSchema)
  if (valid(data)) return data as TargetFile
  const error = valid.errors?.[0]
  const pointer = error?.instancePath ?? ''
  const subject = pointer === '' ? 'the target file' : pointer.slice(1).replaceAll('/', '.')
  const extra = error?.params as
    | { additionalProperty?: string; missingProperty?: string; allowedValues?: unknown[] }
    | undefined
  if (extra?.additionalProperty !== undefined) {
    throw new ConfigurationError(
      `${where(`${pointer}/${extra.additionalProperty}`)}: ${subject} has no member "${extra.additionalProperty}"`,
    )
  }
  if (error?.keyword === 'required' && pointer === '' && MEMBERS.includes(extra?.missingProperty ?? '')) {
    const unknown = Object.keys(Object(data)).find(name => !Object.hasOwn(Object(targetSchema['properties']), name))
    const at = unknown === undefined ? '' : `/${unknown}`
    const also = unknown === undefined ? '' : `; "${unknown}" is no member of it`
    throw new ConfigurationError(
      `${where(at)}: the target file describes no API: it has none of ${MEMBERS.join(', ')}${also}`,
    )
  }
  if (extra?.missingProperty !== undefined)
    throw new ConfigurationError(`${where(pointer)}: ${subject} lacks "${extra.missingProperty}"`)
  if (error?.keyword === 'pattern' && /\/(?:baseUrl|provisioner)$/.test(pointer) && hasUserInfo(data, pointer))
    throw new ConfigurationError(
      `${where(pointer)}: ${subject} holds a user or password (before the @), which would show in every report: give credentials in members of their own`,
    )
  const allowed = extra?.allowedValues ? `: ${extra.allowedValues.join(', ')}` : ''
  throw new ConfigurationError(`${where(pointer)}: ${subject} ${error?.message ?? 'is not valid'}${allowed}`)
}

const hasUserInfo = (data: unknown, pointer: string): boolean =>
  /^https?:\/\/[^/?#]*@/i.test(String(valueAt(data, pointer)))

function filled(text: string, environment: Environment, place: () => string): string {
  return text.replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const value = environment[name]
    if (value === undefined || value === '')
      throw new ConfigurationError(`${place()}: the environment variable ${name} is not set`)
    return value
  })
}
