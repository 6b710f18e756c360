/** Faults of the swagger document. */
import type { Fault } from '../behaviour.ts'
import { type WireRow, wireFault } from './wire-fault.ts'

const of = 'getSwagger'

const rows: readonly WireRow[] = [
  ['swagger.document.list', 'swagger answers with an array', 'swagger.document', of, '', { as: 'array' }],
  ['swagger.document.text', 'swagger answers with a sentence', 'swagger.document', of, '', { set: 'see our site' }],
  ['swagger.document.null', 'swagger answers with null', 'swagger.document', of, '', { as: 'null' }],
  ['swagger.bare.status', 'swagger has a status beside the document', 'swagger.bare', of, 'status', { set: 'true' }],
  ['swagger.bare.time', 'swagger has a serverTime in the document', 'swagger.bare', of, 'serverTime', { set: '1' }],
  ['swagger.bare.result', 'swagger has a result in the document', 'swagger.bare', of, 'result', { set: {} }],
  ['swagger.openapi.older', "openapi is '3.0.3'", 'swagger.openapi', of, 'openapi', { set: '3.0.3' }],
  ['swagger.openapi.newer', "openapi is '3.1.1'", 'swagger.openapi', of, 'openapi', { set: '3.1.1' }],
  ['swagger.openapi.number', 'openapi is the number 3.1', 'swagger.openapi', of, 'openapi', { set: 3.1 }],
  ['swagger.version.other', "info.version is '1.0'", 'swagger.version', of, 'info/version', { set: '1.0' }],
  ['swagger.version.prefixed', "info.version is 'v1.0.0'", 'swagger.version', of, 'info/version', { set: 'v1.0.0' }],
  ['swagger.schemas.list', 'schemas are a list', 'swagger.schemas', of, 'components/schemas', { set: [] }],
  [
    'swagger.valid.no-description',
    'a response lacks its description',
    'swagger.valid',
    of,
    'paths/~1public~1ping/get/responses/200/description',
    { drop: true },
  ],
  ['swagger.valid.server', 'a server has no url', 'swagger.valid', of, 'servers/#last/url', { drop: true }],
  ['swagger.valid.tag', 'the last tag has no name', 'swagger.valid', of, 'tags/#last/name', { drop: true }],
  [
    'swagger.valid.parameter',
    'a parameter stands in a place that does not exist',
    'swagger.valid',
    of,
    'paths/~1public~1orderbook/get/parameters/#last/in',
    { set: 'url' },
  ],
  [
    'swagger.valid.security',
    'a security scheme has no type',
    'swagger.valid',
    of,
    'components/securitySchemes/#last/type',
    { drop: true },
  ],
]

export const swaggerFaults: readonly Fault[] = rows.map(wireFault)
