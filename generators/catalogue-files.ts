/** Finds the files of the catalogue, each with the places it may cite. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Api, apis } from './load-spec.ts'
import { type LocatedYaml, readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

export interface CatalogueFile {
  readonly api: Api
  readonly yaml: LocatedYaml
  readonly places: ReadonlySet<string>
}

export function catalogueFiles(): CatalogueFile[] {
  return apis.flatMap(api => {
    const places = new Set(placesOf(api))
    return yamlFiles(api).map(name => ({ api, places, yaml: readLocatedYaml(specsFile('catalogue', api, name)) }))
  })
}

/** The places of one contract, in its order. */
export function placesOf(api: Api): string[] {
  return JSON.parse(readFileSync(specsFile('places', `${api}.json`), 'utf8'))
}

function yamlFiles(api: Api): string[] {
  const folder = specsFile('catalogue', api)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.yaml'))
    .sort()
}
