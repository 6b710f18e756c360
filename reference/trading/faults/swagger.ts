/** Faults of the swagger document. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { fault, namesLanguage, onReplies } from './fault.ts'

const wire = onReplies('getSwagger')

export const swaggerFaults: readonly Fault[] = [
  wire('swagger.document.list', 'swagger answers with an array', 'swagger.document', '', { as: 'array' }),
  wire('swagger.document.text', 'swagger answers with a sentence', 'swagger.document', '', { set: 'see our site' }),
  wire('swagger.document.null', 'swagger answers with null', 'swagger.document', '', { as: 'null' }),
  fault(
    'swagger.document.cut',
    'the swagger document is cut short',
    'swagger.document',
    alter(envelope, 'written', text => text.slice(0, -7), { where: ({ about }) => about.operation === 'getSwagger' }),
  ),
  wire('swagger.bare.status', 'swagger has a status beside the document', 'swagger.bare', 'status', { set: 'true' }),
  wire('swagger.bare.time', 'swagger has a serverTime in the document', 'swagger.bare', 'serverTime', { set: '1' }),
  wire('swagger.bare.result', 'swagger has a result in the document', 'swagger.bare', 'result', { set: {} }),
  wire(
    'occasion.client.swagger.wrapped',
    'swagger has a status for clients that name a language',
    'swagger.bare',
    'status',
    { set: 'true' },
    namesLanguage,
  ),
  wire('swagger.openapi.older', "openapi is '3.0.3'", 'swagger.openapi', 'openapi', { set: '3.0.3' }),
  wire('swagger.openapi.newer', "openapi is '3.1.1'", 'swagger.openapi', 'openapi', { set: '3.1.1' }),
  wire('swagger.openapi.number', 'openapi is the number 3.1', 'swagger.openapi', 'openapi', { set: 3.1 }),
  wire(
    'occasion.client.openapi.older',
    "openapi is '3.0.0' for clients that name a language",
    'swagger.openapi',
    'openapi',
    { set: '3.0.0' },
    namesLanguage,
  ),
  wire('swagger.version.other', "info.version is '1.0'", 'swagger.version', 'info/version', { set: '1.0' }),
  wire('swagger.version.prefixed', "info.version is 'v1.0.0'", 'swagger.version', 'info/version', { set: 'v1.0.0' }),
  wire(
    'occasion.late.swagger.version',
    "from the second document on info.version is '1.0.1'",
    'swagger.version',
    'info/version',
    { set: '1.0.1' },
    { from: 2 },
  ),
  wire('swagger.schemas.list', 'schemas are a list', 'swagger.schemas', 'components/schemas', { set: [] }),
  wire(
    'swagger.valid.no-description',
    'a response lacks its description',
    'swagger.valid',
    'paths/~1public~1ping/get/responses/200/description',
    { drop: true },
  ),
  wire('swagger.valid.server', 'a server has no url', 'swagger.valid', 'servers/#last/url', { drop: true }),
  wire('swagger.valid.tag', 'the last tag has no name', 'swagger.valid', 'tags/#last/name', { drop: true }),
  wire(
    'swagger.valid.parameter',
    'a parameter stands in a place that does not exist',
    'swagger.valid',
    'paths/~1public~1orderbook/get/parameters/#last/in',
    { set: 'url' },
  ),
  wire(
    'swagger.valid.undeclared-scheme',
    'the document asks for a security scheme that it does not declare',
    'swagger.valid',
    'security',
    { set: [{ session: [] }] },
  ),
  wire('swagger.valid.tag-twice', 'two tags have one name', 'swagger.valid', 'tags', {
    set: [{ name: 'market' }, { name: 'market' }],
  }),
  wire(
    'swagger.valid.server-default',
    'the default of a variable in the address of a server is none of its values',
    'swagger.valid',
    'servers',
    { set: [{ url: 'https://{host}/v1', variables: { host: { default: 'c', enum: ['a', 'b'] } } }] },
  ),
  wire(
    'swagger.valid.security',
    'a security scheme has no type',
    'swagger.valid',
    'components/securitySchemes/#last/type',
    { drop: true },
  ),
  wire(
    'swagger.valid.discriminator',
    'a schema tells its kinds apart by a member that it does not name',
    'swagger.valid',
    'components/schemas/#last/discriminator',
    { set: { mapping: {} } },
  ),
  wire(
    'swagger.valid.link',
    'a link leads to an operation that does not exist',
    'swagger.valid',
    'paths/~1public~1ping/get/responses/200/links',
    { set: { next: { operationId: 'pingAgain' } } },
  ),
]
