/** Reads a vendor's own catalogue: the same format as ours, but the file states its `api`, and places may have any name. */
import { readFileSync } from 'node:fs'
import type { Requirement } from './catalogue-entry.ts'
import { CatalogueError } from './catalogue-error.ts'
import { checkEntry } from './check-entry.ts'
import { asJson, asList } from './json.ts'
import { type Api, apis } from './load-spec.ts'
import { parseLocatedYaml } from './located-yaml.ts'

export interface OwnCatalogue {
  readonly api: string
  readonly area: string
  readonly title: string
  readonly requirements: readonly Requirement[]
  /** `file:line (id)` of every entry, for error messages. */
  readonly where: ReadonlyMap<string, string>
}

const KEYS = ['api', 'area', 'title', 'requirements']
const anyPlace = { has: () => true } as unknown as ReadonlySet<string>

/** `described`: there is an OpenAPI document beside it, so its API is not one of ours. */
export function readOwnCatalogue(file: string, described = false): OwnCatalogue {
  const yaml = parseLocatedYaml(file, readFileSync(file, 'utf8'))
  const root = asJson(yaml.value)
  const [api, area] = [root['api'], String(root['area'] ?? '')]
  const mistakes = [
    ...Object.keys(root)
      .filter(key => !KEYS.includes(key))
      .map(key => `${yaml.at([key])}: unknown key ${key}`),
    ...(described ? ownApi(api) : ourApi(api)).map(mistake => `${yaml.at(['api'])}: ${mistake}`),
    ...(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(area) && !apis.some(known => area.startsWith(`${known}.`))
      ? []
      : [`${yaml.at(['area'])}: area is not a prefix of your own such as acme.quotes`]),
    ...(typeof root['title'] === 'string' ? [] : [`${yaml.at([])}: title is missing`]),
  ]
  const where = new Map<string, string>()
  const requirements = asList(root['requirements']).map((value, index) => {
    const entry = asJson(value)
    const id = String(entry['id'] ?? `requirement ${index + 1}`)
    const place = `${yaml.at(['requirements', index])} (${id})`
    where.set(id, place)
    const wrong = checkEntry('requirements', entry, { area, places: anyPlace })
    if ('fields' in entry && !described) wrong.push('fields are for rows of the contract; use `always` in the suite')
    mistakes.push(...wrong.map(mistake => `${place}: ${mistake}`))
    return { needs: {}, ...entry, api: api as Api, area } as unknown as Requirement
  })
  if (requirements.length === 0) mistakes.push(`${yaml.at([])}: there are no requirements`)
  if (mistakes.length > 0) throw new CatalogueError(mistakes)
  return { api: String(api), area, title: String(root['title']), requirements, where }
}

const ourApi = (api: unknown): string[] =>
  apis.some(known => known === api) ? [] : [`api is not ${apis.join(' or ')}`]

const ownApi = (api: unknown): string[] =>
  /^[a-z][a-z0-9]*$/.test(String(api)) && !apis.some(known => known === api)
    ? []
    : ['api is not one lower-case word of your own such as library']
