/** Legal variations of the swagger document. */
import { stringify } from 'yaml'
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import type { Call } from '../operation.ts'
import { getSwagger } from '../public-operations.ts'
import { document, listOf, publicGet, publicPaths, query, record, ref, signed, text } from '../swagger.ts'
import { variant } from './variant.ts'

type Document = Record<string, unknown>

const otherwise = (change: (was: Document) => Document) =>
  alter(getSwagger, 'document', was => ({ ...was, ...change(was) }))
const morePaths = (paths: object) => otherwise(was => ({ paths: { ...(was['paths'] as object), ...paths } }))
const onlyHere = { where: ({ endpoint }: Call) => endpoint?.id === 'getSwagger' }

const tick = record({ channel: text, book: ref('OrderBook') })
const bookMoved = {
  operationId: 'bookMoved',
  summary: 'Sent to subscribers when a book moves',
  requestBody: { content: { 'application/json': { schema: tick } } },
  responses: { '200': { description: 'Heard' } },
}
const identified = {
  $id: 'https://venue.example/schemas/level',
  $defs: { amount: { type: 'string' } },
  properties: { price: { $ref: '#/$defs/amount' } },
}
const leadsToBook = {
  operationId: 'pairs',
  responses: {
    '200': { description: 'Pairs', links: { book: { operationId: 'pairs', parameters: { depth: 20, all: false } } } },
  },
}
const elsewhere = [
  { url: 'https://api.venue.example/v1' },
  { url: 'https://api.venue.example/v2', description: 'next' },
]

export const swaggerVariants: readonly Variant[] = [
  variant(
    'swagger.bare-bones',
    'principle 1: what the description describes is not written',
    'The description holds no path and no schema',
    alter(getSwagger, 'document', () => {
      const { openapi, info } = document
      return { openapi, info, paths: {}, components: { schemas: {} } }
    }),
    {
      excludes: ['describes-otherwise', 'more-endpoints', 'links', 'tells-of-events'].map(
        id => `trading.swagger.${id}`,
      ),
    },
  ),
  variant('swagger.yaml', 'swagger.language', 'The swagger document is served as YAML', [
    alter(envelope, 'written', (_json, _call, body) => stringify(body, { aliasDuplicateObjects: false }), onlyHere),
    alter(envelope, 'said', said => ({ ...said, type: 'application/yaml' }), onlyHere),
  ]),
  variant(
    'swagger.describes-otherwise',
    'swagger.differences',
    'The swagger document calls the symbol of exchange_info required',
    morePaths({ '/public/exchange_info': publicGet('markets', 'Markets', ref('Market'), [query('symbol', true)]) }),
  ),
  variant(
    'swagger.more-endpoints',
    'signing.private-parameters',
    'The swagger document describes a private endpoint more, with parameters of its own',
    morePaths({
      '/account/withdrawals': {
        get: signed('withdrawals', 'Past withdrawals', listOf({ type: 'object' }), [query('recvWindow')]),
      },
    }),
  ),
  variant(
    'swagger.links',
    'principle 1: what the description describes is not written',
    'A link of the swagger document gives a number and a boolean for parameters',
    morePaths({ '/public/pairs': { get: leadsToBook } }),
  ),
  variant(
    'swagger.public-only',
    'swagger.beyond-contract',
    'The swagger document describes public endpoints only',
    otherwise(() => ({ paths: publicPaths })),
  ),
  variant(
    'swagger.other-servers',
    'swagger.servers',
    'The swagger document names two servers elsewhere',
    otherwise(() => ({ servers: elsewhere })),
  ),
  variant(
    'swagger.tells-of-events',
    'access.events',
    'The swagger document describes a webhook',
    otherwise(() => ({ webhooks: { bookMoved: { post: bookMoved } } })),
  ),
  variant(
    'swagger.identified-schemas',
    'principle 1: how the description refers to its schemas is not written',
    'A schema of the swagger document has an identifier, from which references in it count',
    otherwise(({ components }) => ({
      components: {
        ...(components as object),
        schemas: { ...((components as Document)['schemas'] as object), Identified: identified },
      },
    })),
  ),
  variant(
    'swagger.extensions',
    'principle 2: extra members',
    'The swagger document has extensions and a link to more',
    otherwise(() => ({
      'x-build': { number: 4711, status: 'true' },
      externalDocs: { url: 'https://venue.example/docs' },
    })),
  ),
]
