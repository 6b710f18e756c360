/** Finds what is wrong with one entry of the catalogue. */

import { entryKeys, needsKeys } from './catalogue-entry.ts'
import type { CatalogueFile } from './catalogue-files.ts'
import { asJson, asList, isJson, type Json } from './json.ts'
import { readFixtures } from './read-fixtures.ts'

export type EntryKind = keyof typeof entryKeys

export interface EntryContext {
  readonly area: string
  readonly places: ReadonlySet<string>
}

export function checkEntry(kind: EntryKind, entry: Json, { area, places }: EntryContext): string[] {
  const known: readonly string[] = entryKeys[kind]
  const cited = asList(entry['places'])
  return [
    ...Object.keys(entry)
      .filter(key => !known.includes(key))
      .map(key => `unknown key ${key}`),
    ...checkId(entry['id'], area),
    ...checkSentence(entry['sentence']),
    ...(cited.length === 0 ? ['cites no place'] : []),
    ...cited.filter(place => !places.has(String(place))).map(place => `unknown place ${JSON.stringify(place)}`),
    ...(kind === 'requirements' ? checkRequirement(entry) : []),
    ...(kind === 'notObservable' && !isText(entry['reason']) ? ['reason is missing'] : []),
    ...('unvaried' in entry && !isText(entry['unvaried']) ? ['unvaried does not say why'] : []),
    ...checkLevels(entry),
  ]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function checkId(id: unknown, area: string): string[] {
  if (!isText(id)) return ['id is missing']
  if (!id.startsWith(`${area}.`)) return [`id does not start with its area ${area}`]
  return /^[a-z0-9]+([.-][a-z0-9]+)*$/.test(id) ? [] : ['id is not made of dotted lower-case words']
}

function checkSentence(sentence: unknown): string[] {
  if (!isText(sentence)) return ['sentence is missing']
  return [
    ...(sentence.length > 140 ? [`sentence has ${sentence.length} characters, 140 are allowed`] : []),
    ...(sentence.endsWith('.') ? ['sentence ends with a dot'] : []),
  ]
}

function checkRequirement(entry: Json): string[] {
  const needs = asJson(entry['needs'])
  const { actors, kinds } = readFixtures()
  return [
    ...(entry['level'] === 'must' || entry['level'] === 'should'
      ? []
      : [`level is ${JSON.stringify(entry['level'])}, not must or should`]),
    ...('needs' in entry && !isJson(entry['needs']) ? ['needs is not a map'] : []),
    ...Object.keys(needs)
      .filter(key => !needsKeys.includes(key))
      .map(key => `unknown key needs.${key}`),
    ...unknownWords('actor', needs['actors'], Object.keys(actors)),
    ...unknownWords(
      'fixture',
      needs['fixtures'],
      kinds.map(({ name }) => name),
    ),
    ...(['read', 'write', 'destructive', undefined].includes(needs['allow'] as string)
      ? []
      : [`unknown word ${JSON.stringify(needs['allow'])} in needs.allow`]),
    ...['credentials', 'probe', 'extraParams']
      .filter(key => key in needs && needs[key] !== true)
      .map(key => `needs.${key} is not true`),
    ...('absent' in entry && (entry['absent'] !== true || !isText(entry['parameter']))
      ? ['absent is not true, or there is no parameter that it is about']
      : []),
    ...('fields' in entry && asList(entry['fields']).length === 0 ? ['fields is not a list with something in it'] : []),
  ]
}

function unknownWords(noun: string, words: unknown, known: readonly string[]): string[] {
  if (words !== undefined && !Array.isArray(words)) return [`${noun}s is not a list`]
  return asList(words)
    .filter(word => !known.includes(String(word)))
    .map(word => `unknown ${noun} ${JSON.stringify(word)}`)
}

function checkLevels({ since, until }: Json): string[] {
  const wrong = Object.entries({ since, until }).filter(([, level]) => level !== undefined && !Number.isInteger(level))
  if (wrong.length > 0) return wrong.map(([key]) => `${key} is not a feature level`)
  return typeof since === 'number' && typeof until === 'number' && since > until
    ? [`since ${since} is after until ${until}`]
    : []
}

const rootKeys = ['area', 'title', 'requirements', 'openPoints', 'notObservable', 'introductions']

/** Finds what is wrong with a file of the catalogue, apart from its entries. */
export function checkRoot(root: Json, { api, yaml, places }: CatalogueFile): string[] {
  const unknown = Object.keys(root).filter(key => !rootKeys.includes(key))
  const lost = asList(root['introductions']).filter(place => !places.has(String(place)))
  return [
    ...unknown.map(key => `${yaml.at([key])}: unknown key ${key}`),
    ...(String(root['area']).startsWith(`${api}.`) ? [] : [`${yaml.at(['area'])}: area does not start with ${api}`]),
    ...(isText(root['title']) ? [] : [`${yaml.file}: title is missing`]),
    ...lost.map(place => `${yaml.at(['introductions'])} (introductions): unknown place ${JSON.stringify(place)}`),
  ]
}
