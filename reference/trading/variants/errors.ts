/** Legal variations of how a request is refused, and of HTTP statuses. */
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { asJson, type Said } from '../framing.ts'
import type { Call } from '../operation.ts'
import { type Refusal, refusing } from '../refusals.ts'
import { target } from '../target.ts'
import { variant } from './variant.ts'

const worded = (body: (refusal: Refusal, call: Call) => Pick<Said, 'type' | 'text'>) =>
  alter(refusing, 'said', (said, call, refusal) => ({ ...said, ...body(refusal, call) }))

const withStatus = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  alter(refusing, 'said', said => ({ ...said, status, headers: { ...said.headers, ...headers } }))

const isEnvelope = ({ endpoint }: Call): boolean => endpoint?.access === 'public' && !endpoint.bare
const format = 'errors.format'
const isPrivate = ({ endpoint }: Call): boolean => endpoint?.access === 'private'
const limits = { requests: ['10', 'a second'] }
const service = { name: 'venue', builds: ['4711', 'b'] }

export const errorVariants: readonly Variant[] = [
  variant(
    'errors.text',
    format,
    'Refusals are plain text',
    worded(({ message }) => ({ type: 'text/plain', text: message })),
  ),
  variant(
    'errors.html',
    format,
    'Refusals are HTML pages',
    worded(({ status, message }) => ({
      type: 'text/html',
      text: `<!doctype html><title>${status}</title><h1>${message}</h1>`,
    })),
  ),
  variant(
    'errors.same-members',
    'principle 2: extra members',
    'Every reply, refusals included, says which service and which build it comes from; private ones also tell the limit',
    [
      alter(envelope, 'body', body => ({ ...(body as object), service }), { where: ({ endpoint }) => !endpoint?.bare }),
      alter(envelope, 'body', body => ({ ...(body as object), limits }), { where: isPrivate }),
      worded(({ code, message }) => asJson({ status: 'false', code: String(code), message, service, limits })),
    ],
  ),
  variant(
    'errors.empty',
    format,
    'Refusals have no body',
    worded(() => ({ type: '', text: '' })),
  ),
  variant(
    'errors.problem',
    format,
    'Refusals are problem details',
    worded(({ status, message }) => ({
      ...asJson({ type: 'about:blank', title: message, status }),
      type: 'application/problem+json',
    })),
  ),
  variant(
    'errors.list',
    format,
    'Refusals are a JSON array',
    worded(({ code, message }) => asJson([code, message])),
  ),
  variant(
    'errors.bare-string',
    format,
    'Refusals are a JSON string',
    worded(({ message }) => asJson(message)),
  ),
  variant(
    'errors.persian',
    'principle 2: any error text in any language',
    'Refusals speak Persian',
    worded(({ code }) => asJson({ error: { code, message: 'درخواست پذیرفته نشد' } })),
  ),
  variant(
    'errors.other-codes',
    'errors.codes',
    'Error codes are strings',
    worded(({ code, message }) => asJson({ error: { code: `E${-code}X`, message } })),
  ),
  variant(
    'errors.envelope',
    'errors.status-flag',
    "Refusals are envelopes whose status is 'false'",
    worded(({ message }, { venue }) =>
      asJson({ status: 'false', serverTime: String(venue.clock.now()), result: message }),
    ),
  ),
  variant(
    'errors.like-successes',
    'errors.status-flag',
    "Refusals have the members of a success with nothing in them, and the status 'error'",
    worded(({ message }, { venue, endpoint }) =>
      asJson({
        status: 'error',
        serverTime: String(venue.clock.now()),
        result: endpoint?.id === 'getOrderbook' ? { symbol: '', orderbook: { bids: null, asks: null } } : [],
        message,
      }),
    ),
  ),
  variant(
    'errors.boolean-status',
    'errors.status-flag',
    'Refusals are envelopes with a boolean status, JSON numbers and no result',
    worded(({ code }, { venue }) =>
      asJson({ status: false, serverTime: venue.clock.now(), result: null, errors: [code] }),
    ),
  ),
  variant('errors.always-200', 'errors.contradiction', 'Refusals come with status 200', [
    withStatus(200),
    alter(target, 'toldBy', told => told.filter(one => one !== 'status')),
  ]),
  variant('errors.always-500', 'errors.http-status', 'Refusals come with status 500', withStatus(500)),
  variant('errors.always-418', 'errors.http-status', 'Refusals come with status 418', withStatus(418)),
  variant(
    'errors.always-302',
    'errors.http-status',
    'Refusals send to a login page',
    withStatus(302, { location: 'https://login.example/?next=trading' }),
  ),
  variant(
    'errors.success-as-203',
    'errors.http-status',
    'Successes come with status 203',
    alter(envelope, 'said', said => ({ ...said, status: 203 })),
  ),
  variant(
    'errors.success-as-404',
    'errors.contradiction',
    'Public successes come with status 404',
    alter(envelope, 'said', said => ({ ...said, status: 404 }), { where: isEnvelope }),
  ),
]
