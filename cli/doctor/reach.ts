/** Whether an API answers, how its certificate stands, and how far its clock is from ours. */
import { connect } from 'node:tls'
import { type Reply, type Session, Undecided, wrongAddress } from '../../harness/index.ts'
import { apis } from '../../suites/index.ts'
import { type Finding, good, note, wrong } from './finding.ts'

type Api = 'trading' | 'messaging'
const DAY = 86_400_000
const PLAIN: Readonly<Record<Api, string>> = { trading: '/ping', messaging: '/realm/linkifiers' }

export interface Reached {
  readonly findings: readonly Finding[]
  readonly alive: boolean
}

export async function reach(session: Session, api: Api): Promise<Reached> {
  const { baseUrl } = session.target[api] ?? { baseUrl: '' }
  const described = apis.find(({ name }) => name === api)
  const elsewhere = described ? await wrongAddress(session, described) : null
  if (elsewhere !== null) {
    const next = `Correct ${api}.baseUrl: it ends with the version, and ${PLAIN[api]} is served below it.`
    return { findings: [wrong(api, elsewhere, next)], alive: false }
  }
  const sentAt = session.clock.now()
  try {
    const reply = await session.clientOf(api).send({
      api,
      method: 'GET',
      url: baseUrl + PLAIN[api],
      headers: {},
      body: null,
      operation: null,
      actor: null,
      check: 'doctor',
      purpose: 'observed',
    })
    const receivedAt = session.clock.now()
    const findings = [answered(api, baseUrl, reply, receivedAt - sentAt)]
    if (baseUrl.startsWith('https:')) findings.push(await certificate(api, new URL(baseUrl), receivedAt))
    findings.push(...clock(api, reply, (sentAt + receivedAt) / 2))
    return { findings, alive: true }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return { findings: [silent(api, baseUrl, error.message)], alive: false }
  }
}

function answered(api: Api, baseUrl: string, { status, json }: Reply, ms: number): Finding {
  if (typeof json === 'object' && json !== null) return good(api, `${baseUrl} answers in ${Math.round(ms)} ms`)
  return wrong(
    api,
    `${baseUrl} answers ${status}, but not with JSON: this is hardly the root of the API`,
    `Check ${api}.baseUrl: it ends with the version, and ${PLAIN[api]} is served below it.`,
  )
}

function silent(api: Api, baseUrl: string, message: string): Finding {
  const code = /\b(E[A-Z]{4,}|[A-Z]+(?:_[A-Z0-9]+)+)\b/.exec(message)?.[1] ?? ''
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH_TOO_LONG/i.test(message))
    return wrong(
      api,
      `${new URL(baseUrl).host} does not speak TLS: https is asked for, and something else answers`,
      `Write http:// in ${api}.baseUrl if that is meant, or give the port that speaks TLS.`,
    )
  if (/CERT|SIGNATURE|TLS|SSL|SELF_SIGNED/.test(code))
    return wrong(
      api,
      `The certificate of ${new URL(baseUrl).host} is not trusted here (${code})`,
      'Renew it, or name the authority that signed it in NODE_EXTRA_CA_CERTS.',
    )
  const cause = CAUSES[code] ?? (message.includes('in time') ? 'no reply came in time' : code || 'no reply')
  return wrong(
    api,
    `Nothing answers at ${baseUrl}: ${cause}`,
    `Check ${api}.baseUrl, that the deployment is up, and that this machine may reach it (VPN, proxy, firewall).`,
  )
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no reply came in time',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
}

function certificate(api: Api, { hostname, port }: URL, now: number): Promise<Finding> {
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: 10_000 })
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

/** The unit of a time that is only right in another one. */
function unitOf(stated: number, ours: number): string | null {
  const near = (value: number): boolean => Math.abs(value - ours) < 366 * DAY
  if (!Number.isFinite(stated) || stated <= 0 || near(stated)) return null
  if (near(stated * 1000)) return 'seconds'
  if (near(stated / 1000)) return 'microseconds'
  return near(stated / 1e6) ? 'nanoseconds' : null
}

/** Against the server time of a trading envelope, or the `date` header, which knows whole seconds only. */
function clock(api: Api, reply: Reply, ours: number): Finding[] {
  const stated = Number((reply.json as { serverTime?: unknown } | null)?.serverTime)
  const unit = unitOf(stated, ours)
  if (unit !== null)
    return [
      note(
        `${api} clock`,
        `serverTime is in ${unit}, and the contract says milliseconds`,
        'This is about the deployment, not the target file: a run will tell it as a failure.',
      ),
    ]
  const theirs = stated > 1e12 && stated < 1e13 ? stated : Date.parse(reply.headers['date'] ?? '')
  if (!Number.isFinite(theirs)) return []
  const seconds = Math.round((theirs - ours) / 1000)
  const about = `${api} clock`
  if (Math.abs(seconds) <= 5) return [good(about, 'agrees with the clock of this machine')]
  const says = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine`
  const next = 'Set both clocks by the same source: signed requests carry a timestamp.'
  return [Math.abs(seconds) * 1000 > DAY ? wrong(about, says, next) : note(about, says, next)]
}
