/** Reads and checks the catalogue; reports all mistakes at once. */
import type { Catalogue, Entry, NotObservable, Requirement } from './catalogue-entry.ts'
import { CatalogueError } from './catalogue-error.ts'
import { type CatalogueFile, catalogueFiles } from './catalogue-files.ts'
import { checkEntry, checkRoot, type EntryKind } from './check-entry.ts'
import { asJson, asList, isJson } from './json.ts'

export function readCatalogue(files: readonly CatalogueFile[] = catalogueFiles()): Catalogue {
  const mistakes: string[] = []
  const seen = new Map<string, string>()
  const catalogue: Catalogue = {
    areas: [],
    requirements: [],
    openPoints: [],
    notObservable: [],
    introductions: { trading: [], messaging: [] },
    where: new Map(),
  }
  for (const file of files) {
    const root = asJson(file.yaml.value)
    mistakes.push(...checkRoot(root, file))
    catalogue.areas.push({ id: String(root['area']), api: file.api, title: String(root['title']) })
    catalogue.requirements.push(...entries(file, 'requirements').map(entry => withNeeds(entry as Requirement)))
    catalogue.openPoints.push(...entries(file, 'openPoints'))
    catalogue.notObservable.push(...(entries(file, 'notObservable') as NotObservable[]))
    catalogue.introductions[file.api].push(...asList(root['introductions']).map(String))
  }
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return catalogue

  function entries({ api, yaml, places }: CatalogueFile, kind: EntryKind): Entry[] {
    const root = asJson(yaml.value)
    const area = String(root['area'])
    return asList(root[kind]).map((value, index) => {
      const entry = asJson(value)
      const id = String(entry['id'] ?? `${kind} ${index + 1}`)
      const where = `${yaml.at([kind, index])} (${id})`
      const wrong = [
        ...checkEntry(kind, entry, { area, places }),
        ...taken('id', id, where),
        ...taken('sentence', String(entry['sentence']), where),
      ]
      mistakes.push(...wrong.map(mistake => `${where}: ${mistake}`))
      catalogue.where.set(id, where)
      return { ...entry, api, area } as unknown as Entry
    })
  }

  function taken(key: string, text: string, where: string): string[] {
    const first = seen.get(`${key} ${text}`)
    seen.set(`${key} ${text}`, first ?? where)
    return first === undefined ? [] : [`${key} is taken by ${first}`]
  }
}

/** Removes needs that are empty or the default. */
function withNeeds(requirement: Requirement): Requirement {
  const stated = Object.entries(isJson(requirement.needs) ? requirement.needs : {})
  const needs = stated.filter(([, value]) => value !== 'read' && !(Array.isArray(value) && value.length === 0))
  return { ...requirement, needs: Object.fromEntries(needs) }
}
