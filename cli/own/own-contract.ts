/** The user's own contract as an API of the harness, from the OpenAPI document and the catalogues of a folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogueError, type OwnContract, type readOwnCatalogue, readOwnContract } from '../../generators/index.ts'
import {
  type Api,
  ConfigurationError,
  caller,
  entryOf,
  type FieldRule,
  type Operation,
  plainReplies,
} from '../../harness/index.ts'

type OwnCatalogue = ReturnType<typeof readOwnCatalogue>

export const DOCUMENT = 'openapi.yaml'

export const hasContract = (folder: string): boolean => existsSync(join(folder, DOCUMENT))

export async function ownApi(folder: string, catalogues: readonly OwnCatalogue[]): Promise<Api> {
  const contract = await contractOf(join(folder, DOCUMENT), catalogues)
  const api: Api = {
    name: contract.api,
    catalogue: {
      digest: contract.digest,
      areas: catalogues.map(({ area, title }) => ({ id: area, title })),
      requirements: [],
      openPoints: [],
      profiles: [{ name: 'everything', title: 'The whole contract', include: ['*'] }],
    },
    operations: Object.fromEntries(contract.operations.map(operation => [operation.id, operation as Operation])),
    fields: { rules: contract.rules as readonly FieldRule[], schemas: contract.schemas as readonly object[] },
    replies: plainReplies,
    secrets: target => Object.values(entryOf(target, contract.api)?.headers ?? {}),
    words: ({ target, client, check }) => {
      const { baseUrl = '', headers = {} } = entryOf(target, contract.api) ?? {}
      return { [contract.api]: caller({ api, baseUrl, headers, client, check }) }
    },
  }
  return api
}

async function contractOf(file: string, catalogues: readonly OwnCatalogue[]): Promise<OwnContract> {
  try {
    return await readOwnContract(file, catalogues)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(error instanceof CatalogueError ? error.mistakes.join('; ') : `${file}: ${message}`)
  }
}
