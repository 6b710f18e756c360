/** A captured exchange as a record of the evidence, without secrets. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import type { Redactor } from '../evidence/redactor.ts'
import { outOfBounds } from '../evidence/within-bounds.ts'
import { NoReply } from '../http/no-reply.ts'
import { partNames } from '../http/part-names.ts'
import type { Captured } from './captured.ts'
import type { Place } from './place.ts'
import { UNKNOWN } from './read-request.ts'

/** Replaces a header that has a different value in each request: nobody has to tell its values apart. */
const EACH_TIME = '{{secret:0}}'

export function recorded(
  captured: Captured,
  n: number,
  { api, operation }: Place,
  hidden: Redactor,
  { traffic }: Api,
): ExchangeRecord {
  const { request, source } = captured
  learnFrom(request, hidden)
  const recordOf = ({ response, unusable }: Pick<Captured, 'response' | 'unusable'>): ExchangeRecord => ({
    n,
    via: 'target',
    api: api.name,
    operation,
    actor: null,
    check: null,
    ...timesOf(captured),
    request: {
      method: request.method,
      url: withoutPassword(request.url),
      headers: { ...request.headers },
      body: request.body?.slice(0, LONGEST_BODY) ?? null,
      sent: [...(request.names ?? namesIn(captured))],
    },
    ...(response && { response: { ...response, headers: { ...response.headers } } }),
    ...(!response && { error: { kind: 'unreachable', message: unusable ?? 'no reply was recorded' } }),
    source: { ...source },
  })
  const tooMuch = captured.response && outOfBounds(captured.response.body)
  const unread = (why: string): ExchangeRecord =>
    hidden.record(recordOf({ response: null, unusable: `the reply ${why}` }))
  const record = tooMuch ? unread(tooMuch) : unlessTooLarge(() => hidden.record(recordOf(captured)), unread)
  // Only now, because a reply may echo the true value.
  for (const name of traffic?.eachTime ?? []) if (record.request.headers[name]) record.request.headers[name] = EACH_TIME
  return record
}

/** Runs an action; if a reply cannot be searched for secrets, it is not kept and `otherwise` is used. */
function unlessTooLarge<T>(action: () => T, otherwise: (why: string) => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof NoReply) return otherwise('cannot be searched for secrets in time')
    throw error
  }
}

const HOUR = 3_600_000

/** If the clock of the capture is far from the deployment's, or is unknown, the deployment's clock counts. */
function timesOf({ sentAt, receivedAt, response }: Captured): Pick<ExchangeRecord, 'sentAt' | 'receivedAt'> {
  const deploymentTime = Date.parse(response?.headers['date'] ?? '')
  const offset = Math.abs(deploymentTime - (receivedAt ?? sentAt)) > HOUR ? deploymentTime - (receivedAt ?? sentAt) : 0
  return {
    sentAt: stamp(sentAt + offset),
    receivedAt: receivedAt === null ? null : stamp(receivedAt + offset),
  }
}

const LAST_MOMENT = 8.64e15

/** A valid time for any number that a capture contains. */
const stamp = (ms: number): string =>
  new Date(Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LAST_MOMENT) : 0).toISOString()

/** Longer bodies are uploads; what is judged of a request is in their beginning. */
const LONGEST_BODY = 4 * 1024 * 1024

function namesIn({ request }: Captured): string[] {
  const names = [...new URL(request.url).searchParams.keys()]
  const type = request.headers['content-type'] ?? ''
  const isForm = /urlencoded/i.test(type)
  const isMultipart = /^multipart\//i.test(type)
  if (!request.whole || (request.body && !isForm && !isMultipart)) names.push(UNKNOWN)
  if (isForm) names.push(...new URLSearchParams(request.body ?? '').keys())
  if (isMultipart) names.push(...partNames(request.body ?? ''))
  return [...new Set(names)]
}

/** Learns the secrets of an exchange that is not judged and not kept, because one that is judged may repeat them. */
export function learnUnplaced({ request, response }: Captured, hidden: Redactor): void {
  learnFrom(request, hidden)
  const { method, url, headers, body } = request
  hidden.request({ method, url, headers: { ...headers }, body: body?.slice(0, LONGEST_BODY) ?? null, sent: [] })
  if (response && /json/i.test(response.headers['content-type'] ?? ''))
    unlessTooLarge(
      () => void hidden.reply({ ...response, headers: { ...response.headers } }, 'target'),
      () => {},
    )
}

/** Learns a key that a header contains, so that it is replaced everywhere. */
function learnFrom({ headers, url }: Captured['request'], hidden: Redactor): void {
  const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(headers['authorization'] ?? '')?.[1]
  const [owner = '', ...key] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':') : []
  if (key.length > 0 && !owner.includes('\uFFFD')) hidden.learnKey(owner, key.join(':'))
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
  if (bearer) hidden.learn(bearer)
  const { password } = new URL(url)
  if (password !== '') hidden.learn(password)
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password === '') return url
  parsed.password = ''
  return parsed.href
}
