/** `generated/catalogue.ts`: the catalogue as data, its ids and sentences as types. */
import { catalogueDigest } from './catalogue-digest.ts'
import type { Catalogue, Profile } from './catalogue-entry.ts'

const head = `export type Api = 'trading' | 'messaging'

export interface Needs {
  readonly actors?: readonly string[]
  readonly fixtures?: readonly string[]
  readonly allow?: 'write' | 'destructive'
  readonly credentials?: true
  readonly probe?: true
  readonly extraParams?: true
}

interface Entry<Id extends string> {
  readonly id: Id
  readonly api: Api
  readonly area: string
  readonly sentence: string
  readonly places: readonly string[]
}

/** One testable sentence of the contract. */
export interface Requirement extends Entry<RequirementId> {
  readonly level: 'must' | 'should'
  /** First and last feature level where it applies. */
  readonly since?: number
  readonly until?: number
  readonly needs: Needs
  readonly fields?: readonly string[]
  readonly parameter?: string
  /** It is about that parameter being left out. */
  readonly absent?: true
  /** The error code that it is about, as \`operation/CODE\`. */
  readonly code?: string
}

/** Something the contract leaves open: observed, never judged. */
export interface OpenPoint extends Entry<OpenPointId> {
  readonly since?: number
  readonly until?: number
  /** Why no variant of the reference can use it. */
  readonly unvaried?: string
}

/** A sentence that no exchange can show. */
export interface NotObservable extends Entry<string> {
  readonly reason: string
}

export interface Area {
  readonly id: string
  readonly api: Api
  readonly title: string
}

/** A named set of requirements that a vendor certifies against; \`*\` in a pattern stands for any characters. */
export interface Profile {
  readonly name: string
  readonly title: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** What a vendor's statement may declare unsupported. */
  readonly optional?: readonly string[]
}
`

export function writeCatalogue(catalogue: Catalogue, profiles: readonly Profile[]): string {
  const sentences = catalogue.requirements.map(({ id, sentence }) => `  '${id}': ${JSON.stringify(sentence)}`)
  const openPointIds = catalogue.openPoints.map(({ id }) => `  '${id}': true`)
  return [
    head,
    `/** Every requirement's sentence, by its id. */\nexport interface Sentences {\n${sentences.join('\n')}\n}\n`,
    'export type RequirementId = keyof Sentences',
    'export type SentenceOf<Id extends RequirementId> = Sentences[Id]\n',
    `interface OpenPointIds {\n${openPointIds.join('\n')}\n}`,
    'export type OpenPointId = keyof OpenPointIds\n',
    `export const catalogueDigest = '${catalogueDigest(catalogue)}'\n`,
    list('areas', 'Area', catalogue.areas),
    list('requirements', 'Requirement', catalogue.requirements),
    list('openPoints', 'OpenPoint', catalogue.openPoints),
    list('notObservable', 'NotObservable', catalogue.notObservable),
    '/** Places of the contract with nothing to judge. */',
    `export const introductions: Readonly<Record<Api, readonly string[]>> = ${JSON.stringify(catalogue.introductions)}\n`,
    list('profiles', 'Profile', profiles),
  ].join('\n')
}

const list = (name: string, type: string, entries: readonly object[]): string =>
  `export const ${name}: readonly ${type}[] = [\n${entries.map(entry => `  ${JSON.stringify(entry)},`).join('\n')}\n]\n`
