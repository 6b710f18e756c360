/** A vendor's own suites: a folder with catalogues (*.yaml) and modules (*.mjs) that export areas. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CatalogueError, readOwnCatalogue } from '../../generators/index.ts'
import { type Api, type Area, ConfigurationError, nearest, type OwnRequirement } from '../../harness/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { folderFault } from '../out/disk-fault.ts'
import type { OwnArea } from './own-area.ts'
import { DOCUMENT, hasContract, ownApi } from './own-contract.ts'

export interface Suites {
  readonly areas: readonly Area[]
  /** Requirements that are not in the contract. */
  readonly requirements: readonly OwnRequirement[]
}

/** Only the requirements of a vendor's folder. */
export async function ownRequirements(folder: string | undefined): Promise<Suites['requirements']> {
  return (await withOwnSuites(folder)).requirements
}

export async function withOwnSuites(folder: string | undefined): Promise<Suites> {
  if (folder === undefined) return { areas: suites, requirements: [] }
  const names = namesIn(folder)
  const described = hasContract(folder)
  const catalogues = names
    .filter(name => name.endsWith('.yaml') && name !== DOCUMENT)
    .map(name => catalogueOf(join(folder, name), described))
  const requirements = catalogues.flatMap(catalogue =>
    catalogue.requirements.map((one): OwnRequirement => ({ ...one, from: folder })),
  )
  if (requirements.length === 0) throw new ConfigurationError(`${folder} holds no catalogue.yaml with requirements`)
  const twice = requirements.find(({ id }, index) => requirements.findIndex(other => other.id === id) < index)
  if (twice) throw new ConfigurationError(`${folder}: two requirements are called ${twice.id}`)
  const contract = described ? await ownApi(folder, catalogues) : null
  const own: OwnArea[] = []
  for (const name of names.filter(one => one.endsWith('.mjs'))) own.push(...(await areasOf(join(folder, name))))
  for (const one of own) requireInCatalogue(one, requirements, folder)
  if (contract) return { areas: own.map(area => ({ ...area, api: contract })), requirements }
  const apiOf = (area: OwnArea): Api => {
    const { api } = requirements.find(requirement => requirement.area === area.name) ?? {}
    const known = apis.find(({ name }) => name === api)
    if (!known) throw new ConfigurationError(`${folder}: no catalogue is about ${area.name}`)
    return known
  }
  return { areas: [...suites, ...own.map(area => ({ ...area, api: apiOf(area) }))], requirements }
}

/** The digest of a folder's suites: of the files that are read as catalogues and modules. */
export function digestOfSuites(folder: string): string {
  const digest = createHash('sha256')
  for (const name of namesIn(folder).filter(one => /\.(yaml|mjs)$/.test(one)))
    digest.update(`${name}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest(),
    )
  return `sha256:${digest.digest('hex')}`
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    throw new ConfigurationError(`--suites ${folder}: ${folderFault(error)}`)
  }
}

function catalogueOf(file: string, described: boolean): ReturnType<typeof readOwnCatalogue> {
  try {
    return readOwnCatalogue(file, described)
  } catch (error) {
    if (error instanceof CatalogueError) throw new ConfigurationError(error.mistakes.join('; '))
    throw error
  }
}

async function areasOf(file: string): Promise<OwnArea[]> {
  let module: Record<string, unknown>
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be loaded: ${(error as Error).message}`)
  }
  const areas = Object.values(module).flat().filter(isArea)
  if (areas.length === 0)
    throw new ConfigurationError(`${file} exports no area: \`export default area('acme.quotes', …)\``)
  return areas
}

const isArea = (value: unknown): value is OwnArea =>
  typeof value === 'object' && value !== null && 'name' in value && 'items' in value && Array.isArray(value.items)

/** Every check must name requirements of the folder's catalogue, with the same sentences. */
function requireInCatalogue(area: OwnArea, requirements: readonly OwnRequirement[], folder: string): void {
  const sentences = new Map(requirements.map(({ id, sentence }) => [id, sentence]))
  for (const id of area.items.flatMap(idsOf)) {
    const sentence = sentences.get(id)
    if (sentence === undefined)
      throw new ConfigurationError(`${folder}: no catalogue has ${id}${nearest(id, [...sentences.keys()])}`)
    const said = area.sentences?.[id]
    if (said !== undefined && said !== sentence)
      throw new ConfigurationError(`${folder}: ${id} reads "${said}" in its suite and "${sentence}" in its catalogue`)
  }
}

const idsOf = (item: Area['items'][number]): readonly string[] =>
  item.does === 'check' ? item.requirements : item.does === 'invariant' ? [item.requirement] : []
