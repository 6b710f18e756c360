/** Legal variations of HTTP, and of what the venue serves beyond the contract. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Variant } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import type { Answered } from '../../wire.ts'
import { access } from '../access.ts'
import { envelope } from '../envelope.ts'
import { asJson, framing } from '../framing.ts'
import type { Call } from '../operation.ts'
import { getBalance, placeOrder } from '../private-operations.ts'
import { refusing } from '../refusals.ts'
import { target } from '../target.ts'
import { variant } from './variant.ts'

const isPublic = ({ endpoint }: Call): boolean => endpoint?.access === 'public'
const isPrivate = ({ endpoint }: Call): boolean => endpoint?.access === 'private'
const carriesCredentials = ({ request: { header } }: Call): boolean =>
  header('x-svc-apikey') !== undefined || header('x-svc-signature') !== undefined

const withHeaders = (more: Readonly<Record<string, string>>) =>
  alter(framing, 'framed', reply => ({ ...reply, headers: { ...reply.headers, ...more } }))

/** Writes the media type differently, if there is one. */
const typed = (change: (type: string) => string | undefined) =>
  alter(framing, 'framed', reply => {
    const { 'content-type': type, ...headers } = reply.headers
    const other = type === undefined ? undefined : change(type)
    return { ...reply, headers: other === undefined ? headers : { ...headers, 'content-type': other } }
  })

/** The codings that a client accepts; undefined if it names none, and so accepts any. */
const codings = ({ request }: Call): string[] | undefined =>
  request
    .header('accept-encoding')
    ?.split(',')
    .filter(one => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map(one => one.split(';')[0]?.trim() ?? '')

const coded = (coding: string, change: (text: string) => Buffer, taken: (by: string[] | undefined) => boolean) =>
  alter(
    framing,
    'framed',
    reply =>
      typeof reply.body === 'string'
        ? { ...reply, headers: { ...reply.headers, 'content-encoding': coding }, body: change(reply.body) }
        : reply,
    { where: call => taken(codings(call)) },
  )

function inPieces(reply: Answered): Answered {
  if (Array.isArray(reply.body)) return reply
  const bytes = Buffer.from(reply.body as string | Uint8Array)
  const size = Math.max(1, Math.ceil(bytes.length / 5))
  const pieces = Array.from({ length: 5 }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
  return { ...reply, body: pieces.filter(piece => piece.length > 0) }
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const anyFraming = 'principle 2: any legal HTTP framing'
const openTypes = 'principle 13: content types are open'

export const accessVariants: readonly Variant[] = [
  variant(
    'access.credentials-refused',
    'access.credentials-on-public',
    'Public endpoints refuse requests that carry credentials',
    refuseAlso(access, 'credentials-not-wanted', { where: call => isPublic(call) && carriesCredentials(call) }),
  ),
  variant(
    'access.unknown-parameters-refused',
    'access.unknown-parameters',
    'Public endpoints refuse parameters they do not know',
    refuseAlso(access, 'unknown-parameter', {
      where: call => isPublic(call) && [...call.params.keys()].some(name => !call.endpoint?.takes?.includes(name)),
    }),
  ),
  variant(
    'access.other-methods-served',
    'access.other-methods',
    'Public endpoints answer any method as they answer GET',
    drop(access, 'method-served', { where: isPublic }),
  ),
  variant(
    'access.head-refused',
    'access.head',
    'HEAD is refused',
    refuseAlso(access, 'no-such-method', { where: ({ request }) => request.method === 'HEAD' }),
  ),
  variant(
    'access.cached',
    'access.caching-headers',
    'Replies say that they may be cached',
    withHeaders({ 'cache-control': 'public, max-age=30', etag: '"7f"', age: '3', vary: '*' }),
  ),
  variant(
    'access.cookies',
    anyFraming,
    'Replies set a cookie',
    withHeaders({ 'set-cookie': 'edge=a1; Path=/; HttpOnly' }),
  ),
  variant(
    'access.slow',
    'principle 1: nothing says how fast a reply comes',
    'Each reply takes three seconds',
    alter(access, 'delay', () => 3_000),
  ),
  variant(
    'access.gzip',
    'access.compression',
    'Replies are compressed with gzip unless the client refuses it',
    coded(
      'gzip',
      text => gzipSync(text),
      by => !by || by.includes('gzip') || by.includes('*'),
    ),
  ),
  variant(
    'access.brotli',
    'access.compression',
    'Replies are compressed with Brotli where the client takes it',
    coded(
      'br',
      text => brotliCompressSync(text, quickly),
      by => by?.includes('br') ?? false,
    ),
  ),
  variant(
    'access.chunked',
    anyFraming,
    'Replies come in pieces, of no announced length',
    alter(framing, 'framed', inPieces),
  ),
  variant(
    'access.connection-close',
    anyFraming,
    'Each connection is closed after one reply',
    withHeaders({ connection: 'close' }),
  ),
  variant(
    'access.no-content-type',
    openTypes,
    'Replies have no content type',
    typed(() => undefined),
  ),
  variant(
    'access.text-content-type',
    openTypes,
    'Replies call themselves plain text',
    typed(() => 'text/plain'),
  ),
  variant(
    'access.charset-in-content-type',
    anyFraming,
    'Content types name a charset',
    typed(type => `${type};charset=UTF-8`),
  ),
  variant(
    'access.balances-as-map',
    'access.private-records',
    'Balances are an object by asset',
    alter(getBalance, 'effect', (_list, it) => {
      const balances = it.venue.account.balances(it.params.get('asset') ?? undefined)
      return Object.fromEntries(balances.map(({ asset, free, locked }) => [asset, { free, locked }]))
    }),
  ),
  variant('access.bare-private-replies', 'access.private-records', 'Private endpoints answer without the envelope', [
    alter(envelope, 'body', (_body, _call, data) => ({ code: 0, data }), { where: isPrivate }),
    alter(target, 'toldBy', told => told.filter(one => one !== 'envelope')),
  ]),
  variant(
    'access.bare-private-refusals',
    'access.private-records',
    'Private endpoints answer without the envelope, and so do their refusals where a signature is wrong, with status 200',
    [
      alter(envelope, 'body', (_body, _call, data) => ({ code: 0, data }), { where: isPrivate }),
      alter(refusing, 'said', (said, _call, { name }) =>
        name === 'wrong-signature' ? { ...said, status: 200 } : said,
      ),
      alter(target, 'toldBy', told => told.filter(one => one !== 'envelope')),
    ],
    { leaves: 'incomplete' },
  ),
  variant(
    'access.bare-private-refusals-alike',
    'access.private-records',
    'Private endpoints answer with a code and data, and refuse wrong signatures with another code and no data, with status 200',
    [
      alter(envelope, 'body', (_body, _call, data) => ({ code: 0, data }), { where: isPrivate }),
      alter(refusing, 'said', (said, _call, { name, code, message }) =>
        name === 'wrong-signature' ? { ...said, status: 200, ...asJson({ code, message, data: null }) } : said,
      ),
      alter(target, 'toldBy', told => told.filter(one => one !== 'envelope')),
    ],
    { leaves: 'incomplete' },
  ),
  variant(
    'access.huge-ids',
    'principle 2: any id scheme',
    'Order ids lie beyond what a double holds',
    alter(placeOrder, 'orderId', id => `90071992547${id}`),
  ),
]
