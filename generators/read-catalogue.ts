/** Reads and checks the catalogue; every mistake is told at once, with file, line and entry. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Catalogue, Entry, NotObservable, Requirement } from './catalogue-entry.ts'
import { checkEntry, type EntryKind } from './check-entry.ts'
import { asJson, asList, isJson, type Json } from './json.ts'
import { type Api, apis } from './load-spec.ts'
import { type LocatedYaml, readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

export class CatalogueError extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(`the catalogue has ${mistakes.length} mistake(s):\n${mistakes.join('\n')}`)
    this.mistakes = mistakes
  }
}

export interface CatalogueFile {
  readonly api: Api
  readonly yaml: LocatedYaml
  readonly places: ReadonlySet<string>
}

export function catalogueFiles(): CatalogueFile[] {
  return apis.flatMap(api => {
    const folder = specsFile('catalogue', api)
    const places = new Set<string>(JSON.parse(readFileSync(specsFile('places', `${api}.json`), 'utf8')))
    const names = existsSync(folder)
      ? readdirSync(folder)
          .filter(name => name.endsWith('.yaml'))
          .sort()
      : []
    return names.map(name => ({ api, places, yaml: readLocatedYaml(specsFile('catalogue', api, name)) }))
  })
}

export function readCatalogue(files: readonly CatalogueFile[] = catalogueFiles()): Catalogue {
  const mistakes: string[] = []
  const catalogue: Catalogue = {
    areas: [],
    requirements: [],
    openPoints: [],
    notObservable: [],
    introductions: { trading: [], messaging: [] },
  }
  const seen = new Map<string, string>()
  for (const { api, yaml, places } of files) {
    const root = asJson(yaml.value)
    const area = String(root['area'])
    mistakes.push(...checkRoot(root, api, yaml))
    catalogue.areas.push({ id: area, api, title: String(root['title']) })
    const entriesOf = (kind: EntryKind): Entry[] =>
      asList(root[kind]).map((value, index) => {
        const entry = asJson(value)
        const where = `${yaml.at([kind, index])} (${String(entry['id'] ?? `${kind} ${index + 1}`)})`
        const twice = [
          ['id', entry['id']],
          ['sentence', entry['sentence']],
        ] as const
        const repeated = twice.flatMap(([key, text]) => {
          const first = seen.get(`${key} ${String(text)}`)
          if (first === undefined) seen.set(`${key} ${String(text)}`, where)
          return first === undefined ? [] : [`${key} is taken by ${first}`]
        })
        for (const mistake of [...checkEntry(kind, entry, { area, places }), ...repeated])
          mistakes.push(`${where}: ${mistake}`)
        return { ...entry, api, area } as unknown as Entry
      })
    catalogue.requirements.push(...entriesOf('requirements').map(entry => withNeeds(entry as Requirement)))
    catalogue.openPoints.push(...entriesOf('openPoints'))
    catalogue.notObservable.push(...(entriesOf('notObservable') as NotObservable[]))
    const introductions = asList(root['introductions']).map(String)
    const unknown = introductions.filter(place => !places.has(place))
    mistakes.push(
      ...unknown.map(place => `${yaml.at(['introductions'])} (introductions): unknown place ${JSON.stringify(place)}`),
    )
    catalogue.introductions[api].push(...introductions)
  }
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return catalogue
}

const rootKeys = ['area', 'title', 'requirements', 'openPoints', 'notObservable', 'introductions']

function checkRoot(root: Json, api: Api, yaml: LocatedYaml): string[] {
  const area = String(root['area'])
  return [
    ...Object.keys(root)
      .filter(key => !rootKeys.includes(key))
      .map(key => `${yaml.at([key])}: unknown key ${key}`),
    ...(area.startsWith(`${api}.`) ? [] : [`${yaml.at(['area'])}: area does not start with ${api}`]),
    ...(typeof root['title'] === 'string' ? [] : [`${yaml.file}: title is missing`]),
  ]
}

function withNeeds(requirement: Requirement): Requirement {
  const stated = isJson(requirement.needs) ? requirement.needs : {}
  const needs = Object.entries(stated).filter(
    ([, value]) => value !== 'read' && !(Array.isArray(value) && value.length === 0),
  )
  return { ...requirement, needs: Object.fromEntries(needs) }
}
