/** Faults of the swagger document. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { fault, namesLanguage, onReplies } from './fault.ts'

const wire = onReplies('getSwagger')

export const swaggerFaults: readonly Fault[] = [
  wire('swagger.document.list', 'swagger answers with an array', '', { as: 'array' }),
  wire('swagger.document.text', 'swagger answers with a sentence', '', { set: 'see our site' }),
  wire('swagger.document.null', 'swagger answers with null', '', { as: 'null' }),
  fault(
    'swagger.document.cut',
    'the swagger document is cut short',
    alter(envelope, 'written', text => text.slice(0, -7), { where: ({ about }) => about.operation === 'getSwagger' }),
  ),
  wire('swagger.bare.status', 'swagger has a status beside the document', 'status', { set: 'true' }),
  wire('swagger.bare.time', 'swagger has a serverTime in the document', 'serverTime', { set: '1' }),
  wire('swagger.bare.result', 'swagger has a result in the document', 'result', { set: {} }),
  wire(
    'occasion.client.swagger.wrapped',
    'swagger has a status for clients that name a language',
    'status',
    { set: 'true' },
    { ...namesLanguage, breaches: 'swagger.bare' },
  ),
  wire('swagger.openapi.older', "openapi is '3.0.3'", 'openapi', { set: '3.0.3' }),
  wire('swagger.openapi.newer', "openapi is '3.1.1'", 'openapi', { set: '3.1.1' }),
  wire('swagger.openapi.number', 'openapi is the number 3.1', 'openapi', { set: 3.1 }),
  wire(
    'occasion.client.openapi.older',
    "openapi is '3.0.0' for clients that name a language",
    'openapi',
    { set: '3.0.0' },
    { ...namesLanguage, breaches: 'swagger.openapi' },
  ),
  wire('swagger.version.other', "info.version is '1.0'", 'info/version', { set: '1.0' }),
  wire('swagger.version.prefixed', "info.version is 'v1.0.0'", 'info/version', { set: 'v1.0.0' }),
  wire(
    'occasion.late.swagger.version',
    "from the second document on info.version is '1.0.1'",
    'info/version',
    { set: '1.0.1' },
    { breaches: 'swagger.version', from: 2 },
  ),
  wire('swagger.schemas.list', 'schemas are a list', 'components/schemas', { set: [] }),
  wire(
    'swagger.valid.no-description',
    'a response lacks its description',
    'paths/~1public~1ping/get/responses/200/description',
    { drop: true },
  ),
  wire('swagger.valid.server', 'a server has no url', 'servers/#last/url', { drop: true }),
  wire('swagger.valid.tag', 'the last tag has no name', 'tags/#last/name', { drop: true }),
  wire(
    'swagger.valid.parameter',
    'a parameter stands in a place that does not exist',
    'paths/~1public~1orderbook/get/parameters/#last/in',
    { set: 'url' },
  ),
  wire(
    'swagger.valid.undeclared-scheme',
    'the document asks for a security scheme that it does not declare',
    'security',
    { set: [{ session: [] }] },
  ),
  wire('swagger.valid.tag-twice', 'two tags have one name', 'tags', {
    set: [{ name: 'market' }, { name: 'market' }],
  }),
  wire(
    'swagger.valid.server-default',
    'the default of a variable in the address of a server is none of its values',
    'servers',
    { set: [{ url: 'https://{host}/v1', variables: { host: { default: 'c', enum: ['a', 'b'] } } }] },
  ),
  wire('swagger.valid.security', 'a security scheme has no type', 'components/securitySchemes/#last/type', {
    drop: true,
  }),
  wire(
    'swagger.valid.discriminator',
    'a schema tells its kinds apart by a member that it does not name',
    'components/schemas/#last/discriminator',
    { set: { mapping: {} } },
  ),
  wire(
    'swagger.valid.link',
    'a link leads to an operation that does not exist',
    'paths/~1public~1ping/get/responses/200/links',
    { set: { next: { operationId: 'pingAgain' } } },
  ),
]
