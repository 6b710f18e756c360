/** Which documents are valid OpenAPI 3.1, and how a served one is compared with Assay's description. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import messaging from '../../generated/messaging-openapi.ts'
import trading from '../../generated/trading-openapi.ts'
import { readAhead } from '../../harness/evidence/documents.ts'
import { exchange, openApiFault } from '../../harness/index.ts'
import { textDigest } from '../../harness/text/text-digest.ts'
import { document } from '../../reference/trading/swagger.ts'
import { openApiDifferences } from '../../suites/trading/openapi-differences.ts'
import { standsBare, validOpenApi } from '../../suites/trading/swagger.predicates.ts'

const info = { title: 'A venue', version: '1.0.0' }
const minimal = { openapi: '3.1.0', info, paths: {} }
const withOperation = (operation: object) => ({ ...minimal, paths: { '/ping': { get: operation } } })
const withSchema = (schema: unknown) => ({ ...minimal, components: { schemas: { Thing: schema } } })
const ok = { responses: { 200: { description: '' } } }

const linking = (to: string, parameters = {}) => ({
  operationId: 'ping',
  responses: { 200: { description: '', links: { next: { operationId: to, parameters } } } },
})
const calling = (operation: object) => ({ ...ok, callbacks: { told: { '{$request.body#/url}': { post: operation } } } })
const pathWith = (name: string) => ({ get: { ...ok, parameters: [{ name, in: 'path', required: true, schema: {} }] } })

test('the document of the embedded reference was examined by the build, so a run does not examine it again', () => {
  const examined = new URL('../../dist/harness/openapi/examined.json', import.meta.url)
  expect(JSON.parse(readFileSync(examined, 'utf8'))).toEqual({ [textDigest(JSON.stringify(document))]: null })
})

describe('legal documents', () => {
  test.each<[string, Record<string, unknown>]>([
    ['the trading description of Assay', trading],
    ['the messaging description of Assay', messaging],
    ['empty paths', minimal],
    ['components only', { openapi: '3.1.0', info, components: {} }],
    ['webhooks only', { openapi: '3.1.0', info, webhooks: { tick: { post: ok } } }],
    ['an operation without responses', withOperation({})],
    ['extensions everywhere', { ...withOperation({ ...ok, 'x-a': 1 }), 'x-b': { $ref: '#/nowhere' } }],
    ['a range of statuses', withOperation({ responses: { '2XX': { description: '' } } })],
    ['a boolean schema', withSchema(true)],
    ['a path item without references to it', { ...minimal, components: { pathItems: { Order: pathWith('id') } } }],
    ['callbacks of callbacks of callbacks', withOperation(calling(calling(calling(ok))))],
    ['several types', withSchema({ type: ['string', 'null'], examples: ['a', null] })],
    ['unknown keywords in a schema', withSchema({ nullable: true, 'x-y': 1, discriminator: { propertyName: 'kind' } })],
    [
      'plain JSON Schema',
      { ...withSchema({ xml: 'a' }), jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' },
    ],
    ['properties with names of OpenAPI’s keywords', withSchema({ properties: { xml: {}, discriminator: true } })],
    ['a link with values of any kind', withOperation(linking('ping', { depth: 20, all: null }))],
    [
      'a link into another document',
      { ...withOperation(linking('pong')), components: { pathItems: { P: { $ref: 'https://elsewhere.invalid/p' } } } },
    ],
    ['members beside a reference', withSchema({ $ref: '#/components/schemas/Thing', description: 'itself' })],
    ['a reference to another document', withSchema({ $ref: 'https://elsewhere.invalid/schema.json#/A' })],
    [
      'properties with names of keywords',
      withSchema({ properties: { enum: { type: 'string' }, $ref: { type: 'string' } } }),
    ],
    [
      'a parameter that refers to a parameter, and one to the parameter of another operation',
      {
        ...minimal,
        paths: {
          '/a': { get: { ...ok, parameters: [{ $ref: '#/components/parameters/Q' }] } },
          '/b': { get: { ...ok, parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] } },
        },
        components: { parameters: { Q: { name: 'q', in: 'query', schema: {} } } },
      },
    ],
    [
      'properties named like places of components, with schemas',
      withSchema({ properties: { headers: { properties: { a: { $ref: '#/components/schemas/Thing' } } } } }),
    ],
    ['schemas in 200 layers', withSchema(Array.from({ length: 200 }).reduce<object>(a => ({ properties: { a } }), {}))],
    ['a reference as somebody’s data', withSchema({ default: { $ref: '#/nowhere' }, example: { $ref: '#/nowhere' } })],
    ['another dialect', { ...withSchema({ type: 'strange' }), jsonSchemaDialect: 'https://elsewhere.invalid/dialect' }],
    ['a pattern of another dialect', withSchema({ type: 'string', pattern: '(?i)^a' })],
    [
      'a parameter with content',
      withOperation({ ...ok, parameters: [{ name: 'q', in: 'query', content: { 'application/json': {} } }] }),
    ],
    [
      'parameters of another document',
      {
        ...minimal,
        paths: { '/a/{id}': { get: { ...ok, parameters: [{ $ref: 'https://elsewhere.invalid/p#/id' }] } } },
      },
    ],
    ['a path of another document', { ...minimal, paths: { '/a/{id}': { $ref: 'https://elsewhere.invalid/p' } } }],
    [
      'a path parameter of the whole path',
      {
        ...minimal,
        paths: { '/a/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], get: ok } },
      },
    ],
    [
      'a parameter of one name in two places',
      withOperation({
        ...ok,
        parameters: [
          { name: 'q', in: 'query', schema: {} },
          { name: 'q', in: 'header', schema: {} },
        ],
      }),
    ],
    [
      'a header called schema',
      withOperation({ responses: { 200: { description: '', headers: { schema: { required: true, schema: {} } } } } }),
    ],
  ])('%s', (_what, document) => {
    expect(openApiFault(document)).toBeNull()
  })
})

describe('illegal documents', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an older version', { ...minimal, openapi: '3.0.3' }, /openapi/],
    ['no info', { openapi: '3.1.0', paths: {} }, /info/],
    ['neither paths, components nor webhooks', { openapi: '3.1.0', info }, /required/],
    ['a path without its slash', { ...minimal, paths: { ping: {} } }, /ping/],
    ['a response without description', withOperation({ responses: { 200: {} } }), /description/],
    ['no response in responses', withOperation({ responses: {} }), /responses/],
    ['a parameter without place', withOperation({ parameters: [{ name: 'symbol', schema: {} }] }), /in/],
    [
      'a parameter of Swagger 2',
      withOperation({ parameters: [{ name: 'symbol', in: 'query', type: 'string' }] }),
      /parameters/,
    ],
    ['an optional path parameter', withOperation({ parameters: [{ name: 'id', in: 'path', schema: {} }] }), /required/],
    ['a type that does not exist', withSchema({ type: 'text' }), /Thing\/type/],
    ['required as a flag', withSchema({ properties: { a: { required: true } } }), /required/],
    ['a nameless discriminator', withSchema({ items: { discriminator: { mapping: {} } } }), /propertyName/],
    ['xml as text', withSchema({ properties: { a: { xml: 'a' } } }), /xml/],
    ['a link to no operation', withOperation(linking('pong')), /pong/],
    ['a reference that leads nowhere', withSchema({ $ref: '#/components/schemas/Missing' }), /leads nowhere/],
    [
      'a parameter that refers to a schema',
      {
        ...minimal,
        paths: { '/a': { get: { ...ok, parameters: [{ $ref: '#/components/schemas/Thing' }] } } },
        components: { schemas: { Thing: {} } },
      },
      /parameters\/0\/\$ref leads to .* not one of the parameters/,
    ],
    [
      'an id of two operations',
      { ...minimal, paths: { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } } },
      /operationId/,
    ],
    ['a path parameter without description', { ...minimal, paths: { '/a/{id}': { get: ok } } }, /id/],
    [
      'a parameter that is not in the path',
      withOperation({ ...ok, parameters: [{ name: 'id', in: 'path', required: true, schema: {} }] }),
      /id/,
    ],
    [
      'a parameter listed twice',
      withOperation({
        ...ok,
        parameters: [
          { name: 'q', in: 'query', schema: {} },
          { name: 'q', in: 'query', schema: {} },
        ],
      }),
      /unique/,
    ],
    [
      'two paths that differ only in parameter names',
      { ...minimal, paths: { '/a/{id}': pathWith('id'), '/a/{name}': pathWith('name') } },
      /differs only/,
    ],
    ['a component name with a space', { ...minimal, components: { schemas: { 'a b': {} } } }, /a b|pattern/],
  ])('%s', (_what, document, fault) => {
    expect(openApiFault(document)).toMatch(fault)
  })
})

describe('a served document', () => {
  const served = (body: string) =>
    exchange({
      n: 1,
      via: 'target',
      api: 'trading',
      operation: 'getSwagger',
      actor: null,
      sentAt: '2026-01-01T00:00:00.000Z',
      receivedAt: '2026-01-01T00:00:00.000Z',
      request: { method: 'GET', url: 'http://venue.invalid/public/swagger', headers: {}, body: null },
      response: { status: 200, headers: {}, body },
    })

  test('may be YAML', () => {
    const yaml =
      'openapi: 3.1.0\ninfo: { title: A venue, version: 1.0.0 }\npaths:\n  /ping:\n    get:\n      responses:\n        200: { description: pong }\n'
    expect(validOpenApi.judge([served(yaml)], {})).toEqual({ outcome: 'holds' })
    expect(standsBare.judge([served(yaml)], {})).toEqual({ outcome: 'holds' })
  })

  test('may be YAML in which aliases stand within aliases', () => {
    const headers = Array.from(
      { length: 12 },
      (_, n) => `      x-${n}: { description: "${n}", schema: { type: string } }`,
    )
    const paths = Array.from({ length: 300 }, (_, n) => `  /p${n}: { get: { responses: { '200': *served } } }`)
    const yaml = [
      'openapi: 3.1.0',
      'info: { title: A venue, version: 1.0.0 }',
      'x-shared:',
      '  headers: &headers',
      ...headers.map(line => line.slice(2)),
      '  served: &served { description: served, headers: *headers }',
      'paths:',
      ...paths,
    ].join('\n')
    expect(validOpenApi.judge([served(yaml)], {})).toEqual({ outcome: 'holds' })
  })

  test('shows nothing if its aliases multiply beyond all bounds', async () => {
    const steps = Array.from({ length: 9 }, (_, n) => `s${n + 1}: &s${n + 1} [${Array(9).fill(`*s${n}`).join(', ')}]`)
    await expect(readAhead(['s0: &s0 [x]', ...steps].join('\n'))).rejects.toThrow('the document cannot be read')
  })

  test.each(['openapi: 3.1.0\n  bad: [', '{"openapi":"3.1.0","info":{"ti', '<html></html>', 'a: &a [*a]'])(
    'is not read as a document: %s',
    body => {
      expect(validOpenApi.judge([served(body)], {}).outcome).toBe('vacuous')
    },
  )
})

describe('differences', () => {
  test('do not exist between a description and itself', () => {
    expect([...openApiDifferences(trading, trading).values()].flat()).toEqual([])
  })

  test('are reported for each operation', () => {
    const theirs = structuredClone(trading) as { paths: Record<string, { get: Record<string, unknown> }> }
    const book = theirs.paths['/public/orderbook']?.get
    if (book)
      book['parameters'] = [
        { name: 'symbol', in: 'query', schema: {} },
        { name: 'depth', in: 'query', schema: {} },
      ]
    delete theirs.paths['/public/ping']
    const differences = openApiDifferences(trading, theirs)
    expect(differences.get('GET /public/ping')).toEqual(['it is not described'])
    expect(differences.get('GET /public/orderbook')).toEqual([
      'parameter symbol is optional',
      'parameter depth is not in the contract',
    ])
    expect(differences.get('GET /public/time')).toEqual([])
  })
})
