/** The swagger document: trading contract, "GET /public/swagger" and "Versioning". Its fields are judged on every reply. */
import description from '../../generated/trading-openapi.ts'
import { isObject, type Reply, select } from '../../harness/index.ts'
import { area } from './area.ts'
import { swaggers } from './asked.ts'
import { openApiDifferences, undescribedOperations } from './openapi-differences.ts'
import { swaggerReply } from './public-reply.ts'
import { isDocument, standsBare, validOpenApi } from './swagger.predicates.ts'
import type { World } from './world.ts'

export default area('trading.swagger', ({ always, visit, watch }) => [
  visit('getSwagger', {}, async world => void (await swaggers(world))),

  always(
    'trading.swagger.document',
    'GET /public/swagger answers with one object, written in JSON or YAML',
    swaggerReply,
    isDocument,
  ),

  always(
    'trading.swagger.bare',
    'The swagger document stands bare, with no status, serverTime or result at its top',
    swaggerReply,
    standsBare,
  ),

  always(
    'trading.swagger.valid',
    'The swagger document is valid as an OpenAPI 3.1 description',
    swaggerReply,
    validOpenApi,
  ),

  watch('what-it-says', observeDocument, { from: 'quick' }),
])

async function observeDocument(world: World): Promise<void> {
  const [reply] = await swaggers(world)
  const document = reply?.exchange.json
  if (!reply || !isObject(document)) return
  world.observe('trading.swagger.language', languageOf(reply), reply)

  const differences = [...openApiDifferences(description, document)].filter(([, told]) => told.length > 0)
  for (const [operation, told] of differences)
    world.observe('trading.swagger.differences', `${operation}: ${told.join(', ')}`, reply)
  if (differences.length === 0) world.observe('trading.swagger.differences', 'none in the six public endpoints', reply)

  const beyond = undescribedOperations(description, document)
  world.observe('trading.swagger.beyond-contract', beyond.join(', ') || 'none', reply)
  world.observe('trading.signing.private-parameters', privateParameters(document, beyond), reply)
  const servers = select(document, '/servers/*/url').map(({ value }) => String(value))
  world.observe('trading.swagger.servers', servers.join(', ') || 'none', reply)

  const streams = [
    ...(isObject(document['webhooks']) ? ['webhooks'] : []),
    ...(select(document, '/paths/*/*/callbacks').some(({ present }) => present) ? ['callbacks'] : []),
    ...beyond.filter(path => /stream|socket|ws$|event/i.test(path)),
  ]
  world.observe('trading.access.events', streams.join(', ') || 'it tells of none', reply)
  const records = select(document, '/components/schemas')
    .flatMap(({ value }) => Object.keys(value ?? {}))
    .filter(name => /order(?!book)|balance|trade|deposit|withdraw/i.test(name))
  world.observe('trading.access.private-records', `described: ${records.join(', ') || 'none'}`, reply)
}

const languageOf = ({ body }: Reply): string => (/^\s*[{[]/.test(body) ? 'JSON' : 'YAML')

function privateParameters(document: Readonly<Record<string, unknown>>, beyond: readonly string[]): string {
  const described = beyond.map(operation => {
    const [method, path] = operation.split(' ')
    const names = select(
      document,
      `/paths/${path?.replaceAll('~', '~0').replaceAll('/', '~1')}/${method?.toLowerCase()}/parameters/*/name`,
    )
    return `${operation} (${names.map(({ value }) => String(value)).join(', ') || 'none named'})`
  })
  return described.join(', ') || 'none described'
}
