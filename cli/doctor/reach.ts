/** Checks that an API replies, that its certificate is valid, and how far its clock is from ours. */
import { connect } from 'node:tls'
import { type Api, entryOf, plainPaths, type Reply, type Session, Undecided } from '../../harness/index.ts'
import { isAtGate, memberOf, pastTheGate, tlsInstead, tlsPeer, wrongBase } from './address.ts'
import { clock } from './clock.ts'
import { type Finding, good, note, wrong } from './finding.ts'

const DAY = 86_400_000
/** Paths that anybody may read. For other APIs, the first operation that needs no parameter is used. */
const PLAIN: Readonly<Record<string, string>> = { trading: '/public/ping', messaging: '/realm/linkifiers' }

export interface Reached {
  readonly findings: readonly Finding[]
  readonly alive: boolean
}

export async function reach(session: Session, api: Api): Promise<Reached> {
  const { baseUrl, headers = {} } = entryOf(session.target, api.name) ?? { baseUrl: '' }
  const path = PLAIN[api.name] ?? plainPaths(api)[0] ?? ''
  const failed = (finding: Finding): Reached => ({ findings: [finding], alive: false })
  const sentAt = session.clock.now()
  try {
    const plain = { api: api.name, method: 'GET', url: baseUrl + path, headers, body: null } as const
    const reply = await session
      .clientOf(api.name)
      .send({ ...plain, operation: null, actor: null, check: 'doctor', purpose: 'observed' })
    const receivedAt = session.clock.now()
    const misplaced = await wrongBase(session, api, path, reply)
    if (misplaced) return failed(misplaced)
    const findings = [aboutReply(session, api, path, reply, receivedAt - sentAt)]
    if (baseUrl.startsWith('https:')) findings.push(await certificate(api.name, new URL(baseUrl), receivedAt))
    findings.push(...clock(api.name, reply, (sentAt + receivedAt) / 2))
    return { findings, alive: true }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return failed((await tlsInstead(session, api)) ?? noReply(session, api, error))
  }
}

function aboutReply(session: Session, api: Api, path: string, reply: Reply, ms: number): Finding {
  const { status, json, exchange } = reply
  const { baseUrl = '', headers } = entryOf(session.target, api.name) ?? {}
  const described = PLAIN[api.name] !== undefined
  if (typeof json === 'object' && json !== null && (described || api.replies.outcome(exchange) === 'success'))
    return good(api.name, `${baseUrl} answers in ${Math.round(ms)} ms`)
  if (described || status >= 500)
    return wrong(
      api.name,
      `${baseUrl}${path} answers ${status}, but not with JSON: this is probably not the root of the API`,
      isAtGate(reply)
        ? pastTheGate(memberOf(session, api))
        : `Check ${memberOf(session, api)}: ${path} has to be served below it.`,
    )
  const next = headers
    ? `Check apis.${api.name}.headers: they are sent with every request.`
    : `If it asks for credentials, give them in apis.${api.name}.headers.`
  return note(api.name, `${baseUrl}${path} answers in ${Math.round(ms)} ms, with status ${status}`, next)
}

function noReply(session: Session, api: Api, { because, message }: Undecided): Finding {
  const { host } = new URL(entryOf(session.target, api.name)?.baseUrl ?? 'http://nowhere.invalid')
  const baseUrl = entryOf(session.target, api.name)?.baseUrl ?? ''
  const code = because.kind === 'no-reply' ? (because.code ?? '') : ''
  const member = memberOf(session, api)
  if (NOT_TLS.has(code))
    return wrong(
      api.name,
      `${host} does not speak TLS: the address is https, and something else answers`,
      `Write ${baseUrl.replace(/^https:/, 'http:')} in ${member} if that is meant, or give the port that speaks TLS.`,
    )
  if (/CERT|SIGNATURE|TLS|SSL|SELF_SIGNED/.test(code))
    return wrong(
      api.name,
      `The certificate of ${host} is not trusted here (${code})`,
      CERTIFICATE_ADVICE[code] ?? 'Name the authority that signed it in NODE_EXTRA_CA_CERTS.',
    )
  const cause = because.kind === 'no-reply' ? because.message : message
  return wrong(
    api.name,
    because.kind === 'no-reply' ? `Nothing answers at ${baseUrl}: ${cause}` : `${baseUrl} is not available: ${cause}`,
    `Check ${member}, that the deployment is up, and that this machine may reach it (VPN, proxy, firewall).`,
  )
}

/** Errors that another trusted authority would not solve, with the advice for each. */
const CERTIFICATE_ADVICE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it.',
  CERT_NOT_YET_VALID: 'Check the clocks of both machines, or wait until it is valid.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Give the host by a name that the certificate has, or get one for this name.',
}

const NOT_TLS = new Set(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])

function certificate(api: string, url: URL, now: number): Promise<Finding> {
  return new Promise(resolve => {
    const socket = connect({ ...tlsPeer(url, 443), timeout: 10_000 })
    const done = (finding: Finding): void => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to)
      const days = Math.floor((until - now) / DAY)
      const says = `${socket.getProtocol()}, certificate valid for ${days} more days`
      done(days < 14 ? note(`${api} TLS`, says, 'Renew the certificate soon.') : good(`${api} TLS`, says))
    })
    const unclear = (): void => done(note(`${api} TLS`, 'The certificate could not be looked at'))
    socket.once('error', unclear).once('timeout', unclear)
  })
}
