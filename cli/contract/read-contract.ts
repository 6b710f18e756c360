/** The user's copies of the contract's documents: finds the document of each API, and the passages that requirements cite. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { introductions, notObservable, openPoints, requirements } from '../../generated/catalogue.ts'
import type { Report } from '../../generated/formats.ts'
import { ConfigurationError, readBounded } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { folderFault } from '../out/disk-fault.ts'
import { UsageError } from '../usage-error.ts'
import { type Passage, placesIn } from './places-in.ts'

export type Contract = NonNullable<Report['contract']>

/** Anything that cites places. Its id begins with the name of the API. */
interface Citing {
  readonly id: string
  readonly places: readonly string[]
}

/** The document of an API is the one that contains most of its places, and at least half of them. */
export function readContract(folder: string, more: readonly Citing[] = []): Contract {
  const documents = documentsIn(folder)
  const contract: Contract = {}
  for (const [api, known] of placesByApi(more)) {
    const best = documents
      .map(({ name, text }) => ({ name, found: placesIn(text, known) }))
      .sort((a, b) => b.found.size - a.found.size)[0]
    if (!best || best.found.size * 2 < known.size) continue
    const quote = ([place, { text, line }]: [string, Passage]) => [place, { text, file: best.name, line }] as const
    contract[api] = Object.fromEntries([...best.found].map(quote))
  }
  if (Object.keys(contract).length > 0) return contract
  throw new UsageError(
    `${printable(folder)} has no document of the contract: in no .md file there are the places that requirements cite`,
  )
}

const LARGEST = 16 * 1024 * 1024

function documentsIn(folder: string): { readonly name: string; readonly text: string }[] {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.md'))
    return names.sort().map(name => ({ name, text: readBounded(join(folder, name), LARGEST) }))
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(`--contract ${printable(error.message)}`)
    throw new UsageError(`--contract ${printable(folder)}: ${folderFault(error)}`)
  }
}

function placesByApi(more: readonly Citing[]): Map<string, Set<string>> {
  const apis = new Map<string, Set<string>>()
  const add = (api: string, places: readonly string[]): void => {
    const known = apis.get(api) ?? new Set()
    for (const place of places) known.add(place)
    apis.set(api, known)
  }
  for (const { id, places } of [...requirements, ...openPoints, ...notObservable, ...more])
    add(id.split('.')[0] ?? '', places)
  for (const [api, places] of Object.entries(introductions)) add(api, places)
  return apis
}

/** The quotes that these entries cite. */
export function citedIn(contract: Contract, entries: readonly Citing[]): Contract {
  const cited: Contract = {}
  for (const { id, places } of entries) {
    const api = id.split('.')[0] ?? ''
    for (const place of places) {
      const quote = contract[api]?.[place]
      if (quote) cited[api] = { ...cited[api], [place]: quote }
    }
  }
  return cited
}
