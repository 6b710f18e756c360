/** Legal variations of how replies are framed, and of how requests are read. */
import { gzipSync } from 'node:zlib'
import type { Variant } from '../../behaviour.ts'
import { alter, type Change, instead } from '../../operations/change.ts'
import type { Answered } from '../../wire.ts'
import { envelope } from '../envelope.ts'
import { isBodiless, reading } from '../read-request.ts'
import { response } from '../respond.ts'
import { variant } from './variant.ts'

const errorsWith = (status: number): Change =>
  instead(response, 'status', () => status, {
    where: (_it, error) => error !== undefined && error['code'] !== 'RATE_LIMIT_HIT',
  })

const successesWith = (status: number): Change =>
  instead(response, 'status', () => status, { where: (_it, error) => error === undefined })

const labelled = (type: string): Change => alter(response, 'contentType', was => (was === undefined ? was : type))

const errorsSay = (msg: string): Change =>
  alter(response, 'reply', reply => ({ ...reply, msg }), { where: (_it, { result }) => result === 'error' })

/** Writes integers as 7.0, which JSON does not distinguish from 7; strings stay as they are. */
const withPoints = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])(?<!\.\d*)/g, part => (part.startsWith('"') ? part : `${part}.0`))

const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const bytesOf = (body: Answered['body']): Uint8Array =>
  typeof body === 'string'
    ? new TextEncoder().encode(body)
    : body instanceof Uint8Array
      ? body
      : new Uint8Array(Buffer.concat(body))

function inPieces(body: Answered['body']): readonly Uint8Array[] {
  const bytes = bytesOf(body)
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
}

/** Adds a member to each object, except to maps keyed by ids or emails: there it would be an entry. */
function withExtraMembers(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(one => withExtraMembers(one))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withExtraMembers(member, name)])
  const keyed = key === 'presences' || key === 'messages'
  return Object.fromEntries(keyed ? members : [...members, ['x_vendor_note', { since: [1, 'two', null] }]])
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

export const wireVariants: readonly Variant[] = [
  variant(
    'wire.extra-members',
    'envelope.extra-members',
    'Every object carries a member of its own',
    alter(response, 'body', body => withExtraMembers(body)),
  ),
  variant(
    'wire.errors-within-successes',
    'envelope.extra-members',
    'A success tells of an error elsewhere in a member of its own',
    alter(
      response,
      'reply',
      reply => ({ warnings: [{ result: 'error', code: 'MAIL_DELAYED', msg: 'Later' }], ...reply }),
      {
        where: (_it, { result }) => result === 'success',
      },
    ),
  ),
  variant(
    'wire.members-reversed',
    'principle 2: any order of object members',
    'Members stand in reverse order',
    alter(response, 'body', reversed),
  ),
  variant(
    'wire.no-charset',
    'principle 2: no charset in the content type',
    'JSON is labelled without a charset',
    labelled('application/json'),
  ),
  variant('wire.text-plain', 'envelope.content-type', 'JSON is labelled as plain text', labelled('text/plain'), {
    excludes: ['messaging.wire.no-charset'],
  }),
  variant('wire.errors-with-200', 'envelope.status-contradiction', 'Errors come with status 200', errorsWith(200)),
  variant('wire.errors-with-500', 'envelope.http-status', 'Errors come with status 500', errorsWith(500), {
    excludes: ['messaging.wire.errors-with-200'],
  }),
  variant(
    'wire.successes-with-201',
    'principle 13: the body decides',
    'Successes come with status 201',
    successesWith(201),
  ),
  variant(
    'wire.indented',
    'principle 2: any legal framing',
    'JSON is indented',
    instead(response, 'json', (_it, body) => JSON.stringify(body, null, 2)),
  ),
  variant(
    'wire.escaped-letters',
    'principle 2: any legal framing',
    'Letters beyond ASCII are escaped in JSON',
    alter(response, 'text', escaped),
  ),
  variant(
    'wire.in-small-pieces',
    'principle 2: chunked replies',
    'Replies come in pieces of seven bytes',
    alter(response, 'framed', inPieces),
  ),
  variant(
    'wire.foreign-texts',
    'envelope.error-text',
    'Errors speak other languages',
    errorsSay('Ungültige Anfrage 无效请求 😕'),
  ),
  variant('wire.empty-texts', 'principle 2: any error text', 'Errors say nothing', errorsSay(''), {
    excludes: ['messaging.wire.foreign-texts'],
  }),
  variant('wire.errors-with-302', 'principle 2: any HTTP status', 'Errors come with a redirect to a login page', [
    errorsWith(302),
    alter(response, 'headers', headers => ({ ...headers, location: '/login' }), {
      where: (_it, status) => status === 302,
    }),
  ]),
  variant(
    'wire.successes-with-404',
    'principle 13: the body decides',
    'Successes come with status 404',
    successesWith(404),
  ),
  variant('wire.gzip', 'principle 2: any legal framing', 'Replies are compressed', [
    alter(response, 'headers', headers => ({ ...headers, 'content-encoding': 'gzip' })),
    alter(response, 'framed', body => gzipSync(bytesOf(body))),
  ]),
  variant(
    'wire.connection-close',
    'principle 2: any legal framing',
    'Each connection is closed after one reply',
    alter(response, 'headers', headers => ({ ...headers, connection: 'close' })),
  ),
  variant(
    'wire.no-content-type',
    'principle 13: content types are open',
    'Replies have no content type',
    instead(response, 'contentType', () => undefined),
  ),
  variant(
    'wire.called-html',
    'principle 13: content types are open',
    'Replies call themselves HTML',
    labelled('text/html'),
  ),
  variant(
    'wire.integers-with-point',
    'principle 2: any legal framing',
    'Integers are written with a point and a zero',
    alter(response, 'text', withPoints),
  ),
  variant(
    'envelope.own-codes',
    'envelope.other-codes',
    'Refusals for which no code is named have codes of their own',
    instead(envelope, 'code', () => 'X_OWN', { where: (_it, _code, named) => !named }),
  ),
  variant(
    'credentials.bearer-keys',
    'credentials.other-schemes',
    'A bearer key is taken as well',
    alter(reading, 'credentials', (basic, { org, request }) => {
      const key = /^Bearer (\S+)$/.exec(request.header('authorization') ?? '')?.[1]
      const user = [...org.users.values()].find(one => one.apiKey === key)
      return basic ?? (user && { email: user.email, key: user.apiKey })
    }),
  ),
  variant(
    'parameters.body-only',
    'parameters.query-on-post',
    'POST, PATCH and DELETE read no query',
    instead(reading, 'query', () => [], { where: ({ request }) => !isBodiless(request.method) }),
  ),
  variant(
    'parameters.multipart-for-files-only',
    'parameters.other-encodings',
    'Ordinary fields are not read from multipart bodies',
    instead(reading, 'fields', () => [], { where: (_it, _fields, besideFiles) => !besideFiles }),
  ),
]
