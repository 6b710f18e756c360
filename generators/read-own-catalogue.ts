/** Reads a vendor's own catalogue: the format of ours, with `api` said in the file and places of the vendor's naming. */
import { readFileSync } from 'node:fs'
import type { Requirement } from './catalogue-entry.ts'
import { CatalogueError } from './catalogue-error.ts'
import { checkEntry } from './check-entry.ts'
import { asJson, asList } from './json.ts'
import { type Api, apis } from './load-spec.ts'
import { parseLocatedYaml } from './located-yaml.ts'

export interface OwnCatalogue {
  readonly area: string
  readonly title: string
  readonly requirements: readonly Requirement[]
}

const KEYS = ['api', 'area', 'title', 'requirements']
const anyPlace = { has: () => true } as unknown as ReadonlySet<string>

export function readOwnCatalogue(file: string): OwnCatalogue {
  const yaml = parseLocatedYaml(file, readFileSync(file, 'utf8'))
  const root = asJson(yaml.value)
  const [api, area] = [root['api'], String(root['area'] ?? '')]
  const mistakes = [
    ...Object.keys(root)
      .filter(key => !KEYS.includes(key))
      .map(key => `${yaml.at([key])}: unknown key ${key}`),
    ...(apis.some(known => known === api) ? [] : [`${yaml.at(['api'])}: api is not ${apis.join(' or ')}`]),
    ...(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(area) && !apis.some(known => area.startsWith(`${known}.`))
      ? []
      : [`${yaml.at(['area'])}: area is not a prefix of your own such as acme.quotes`]),
    ...(typeof root['title'] === 'string' ? [] : [`${yaml.at([])}: title is missing`]),
  ]
  const requirements = asList(root['requirements']).map((value, index) => {
    const entry = asJson(value)
    const where = `${yaml.at(['requirements', index])} (${String(entry['id'] ?? `requirement ${index + 1}`)})`
    const wrong = checkEntry('requirements', entry, { area, places: anyPlace })
    if ('fields' in entry) wrong.push('fields are for rows of the contract; use `always` in the suite')
    mistakes.push(...wrong.map(mistake => `${where}: ${mistake}`))
    return { needs: {}, ...entry, api: api as Api, area } as unknown as Requirement
  })
  if (requirements.length === 0) mistakes.push(`${yaml.at([])}: there are no requirements`)
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return { area, title: String(root['title']), requirements }
}
