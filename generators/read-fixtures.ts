/**
 * Reads `specs/fixtures/`: the actors of an API, and its kinds of fixtures. Everything else about them is derived from
 * it.
 */
import { CatalogueError } from './catalogue-error.ts'
import { asJson, isJson, type Json } from './json.ts'
import { type LocatedYaml, readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

/** The types that a member may have, each with its type in TypeScript. */
export const MEMBER_TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  'maybe-empty': 'string',
  integer: 'number',
  boolean: 'boolean',
  texts: 'readonly string[]',
  integers: 'readonly number[]',
  objects: 'readonly Readonly<Record<string, unknown>>[]',
  object: 'object',
  'integer or integers': 'number | readonly number[]',
  'integer or text': 'number | string',
  any: 'unknown',
}

export interface FixtureMember {
  readonly name: string
  readonly is: string
  readonly optional: boolean
  readonly note?: string
}

export interface Leaves {
  readonly kind: string
  readonly id: string
  readonly onlyIf?: string
  readonly secret?: true
  readonly removedBy?: { readonly operation: string; readonly parameter: string }
}

export interface StatedKind {
  readonly name: string
  readonly makes?: true
  readonly lasting?: true
  readonly once?: true
  readonly anew?: true
  readonly named?: true
  /** Other members of its value may be used too. */
  readonly open?: true
  readonly about?: string
  readonly with: readonly FixtureMember[]
  readonly value: readonly FixtureMember[]
  readonly leaves?: Leaves
}

export interface Fixtures {
  readonly actors: Readonly<Record<string, readonly string[]>>
  readonly kinds: readonly StatedKind[]
}

const KEYS = ['makes', 'lasting', 'once', 'anew', 'named', 'open', 'about', 'with', 'value', 'leaves']
const LEAVES = ['kind', 'id', 'onlyIf', 'secret', 'removedBy']

let read: Fixtures | null = null

export function readFixtures(): Fixtures {
  read ??= fixturesOf(readLocatedYaml(specsFile('fixtures', 'messaging.yaml')))
  return read
}

export function fixturesOf(yaml: LocatedYaml): Fixtures {
  const root = asJson(yaml.value)
  const mistakes: string[] = []
  const kinds = Object.entries(asJson(root['kinds'])).map(([name, stated]) => {
    const kind = asJson(stated)
    const wrong = (what: string, ...path: string[]): void =>
      void mistakes.push(`${yaml.at(['kinds', name, ...path])} (${name}): ${what}`)
    for (const key of Object.keys(kind)) if (!KEYS.includes(key)) wrong(`unknown key ${key}`, key)
    const leaves = asJson(kind['leaves'])
    for (const key of Object.keys(leaves)) if (!LEAVES.includes(key)) wrong(`unknown key ${key}`, 'leaves', key)
    const [asked, value] = (['with', 'value'] as const).map(side =>
      membersOf(asJson(kind[side]), (member, what) => wrong(what, side, member)),
    )
    if (kind['leaves'] !== undefined && !value?.some(member => member.name === leaves['id']))
      wrong(`leaves what is known by ${JSON.stringify(leaves['id'])}, which its value does not have`, 'leaves')
    return { ...kind, name, with: asked ?? [], value: value ?? [] } as unknown as StatedKind
  })
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return { actors: asJson(root['actors']) as Fixtures['actors'], kinds }
}

function membersOf(stated: Json, wrong: (member: string, what: string) => void): FixtureMember[] {
  return Object.entries(stated).map(([name, one]) => {
    const { is, note } = isJson(one) ? one : { is: one, note: undefined }
    const type = String(is).replace(/\?$/, '')
    if (!(type in MEMBER_TYPES)) wrong(name, `${name} is of the unknown type ${JSON.stringify(is)}`)
    return { name, is: type, optional: String(is).endsWith('?'), ...(typeof note === 'string' && { note }) }
  })
}
