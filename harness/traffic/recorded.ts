/** A captured exchange as a record of the evidence, with secrets taken out. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import type { Redactor } from '../evidence/redactor.ts'
import type { Captured } from './captured.ts'
import type { Place } from './place.ts'
import { UNKNOWN } from './read-request.ts'

/** Stands for a header that is another one in each request: nobody has to tell its values apart. */
const EACH_TIME = '{{secret:0}}'

export function recorded(
  captured: Captured,
  n: number,
  { api, operation }: Place,
  hidden: Redactor,
  { traffic }: Api,
): ExchangeRecord {
  const { request, response, source } = captured
  learnFrom(request, hidden)
  const record = hidden.record({
    ...{ n, via: 'target', api: api.name, operation, actor: null, check: null },
    ...timesOf(captured),
    request: {
      method: request.method,
      url: withoutPassword(request.url),
      headers: { ...request.headers },
      body: request.body?.slice(0, LONGEST_BODY) ?? null,
      sent: [...(request.names ?? namesIn(captured))],
    },
    ...(response && { response: { ...response, headers: { ...response.headers } } }),
    ...(!response && { error: { kind: 'unreachable', message: captured.unusable ?? 'no reply was recorded' } }),
    source: { ...source },
  })
  // Only now: a reply may echo the true one.
  for (const name of traffic?.eachTime ?? []) if (record.request.headers[name]) record.request.headers[name] = EACH_TIME
  return record
}

const HOUR = 3_600_000

/** Where the clock of the capture is far from that of the deployment, or tells nothing, the deployment's own counts. */
function timesOf({ sentAt, receivedAt, response }: Captured): Pick<ExchangeRecord, 'sentAt' | 'receivedAt'> {
  const said = Date.parse(response?.headers['date'] ?? '')
  const off = Math.abs(said - (receivedAt ?? sentAt)) > HOUR ? said - (receivedAt ?? sentAt) : 0
  return {
    sentAt: new Date(sentAt + off).toISOString(),
    receivedAt: receivedAt === null ? null : new Date(receivedAt + off).toISOString(),
  }
}

/** Longer bodies are uploads; what is judged of a request stands before. */
const LONGEST_BODY = 4 * 1024 * 1024

function namesIn({ request }: Captured): string[] {
  const names = [...new URL(request.url).searchParams.keys()]
  const type = request.headers['content-type'] ?? ''
  const isForm = /urlencoded/i.test(type)
  const isMultipart = /^multipart\//i.test(type)
  if (!request.whole || (request.body && !isForm && !isMultipart)) names.push(UNKNOWN)
  if (isForm) names.push(...new URLSearchParams(request.body ?? '').keys())
  if (isMultipart) names.push(...[...(request.body ?? '').matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name ?? ''))
  return [...new Set(names)]
}

/** An exchange that is not judged is not kept either; what authenticates in it may still be echoed in one that is. */
export function learnUnplaced({ request, response }: Captured, hidden: Redactor): void {
  learnFrom(request, hidden)
  const { method, url, headers, body } = request
  hidden.request({ method, url, headers: { ...headers }, body: body?.slice(0, LONGEST_BODY) ?? null, sent: [] })
  if (response && /json/i.test(response.headers['content-type'] ?? ''))
    hidden.reply({ ...response, headers: { ...response.headers } }, 'target')
}

/** A key that shows in a header shows nowhere else afterwards. */
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
