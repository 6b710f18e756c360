/** What is wrong with a base URL: http in place of https or the reverse, the root of another API, or no root at all. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { type Api, entryOf, isObject, type Reply, type Session, Undecided, wrongAddress } from '../../harness/index.ts'
import { lookAt } from '../init/look.ts'
import { type Finding, wrong } from './finding.ts'

/** The member of the target file that holds the address of an API. */
export const memberOf = (session: Session, { name }: Api): string =>
  session.target.apis?.[name] ? `apis.${name}.baseUrl` : `${name}.baseUrl`

/** Null if the address may be right. `reply` is the reply to a plain request there. */
export async function wrongBase(session: Session, api: Api, path: string, reply: Reply): Promise<Finding | null> {
  const baseUrl = entryOf(session.target, api.name)?.baseUrl ?? ''
  const member = memberOf(session, api)
  const secure = redirectedTo(reply, baseUrl)
  if (secure !== null) {
    const says = `${baseUrl} redirects to https, and Assay follows no redirect`
    return wrong(api.name, says, `Write ${secure} in ${member}.`)
  }
  const other = otherOf(api.name, reply.json)
  if (other !== null) {
    const says = `${baseUrl} answers as the ${other} API`
    return wrong(api.name, says, `Give the root of the ${api.name} API in ${member}.`)
  }
  const elsewhere = await wrongAddress(session, api)
  if (elsewhere === null) return null
  const better = isKnown(api.name) ? (await lookAt(api.name, baseUrl, asking(session, api.name))).better : undefined
  const next =
    better === undefined
      ? isAtGate(reply)
        ? pastTheGate(member)
        : `Correct ${member}: ${path} has to be served below it.`
      : `Write ${better} in ${member}: the API answers there.`
  return wrong(api.name, elsewhere, next)
}

/** Whether a login page or a gateway may have answered in place of the API. */
export const isAtGate = ({ status, headers }: Reply): boolean =>
  (status >= 300 && status < 400) ||
  status === 401 ||
  status === 403 ||
  (status < 300 && /html/i.test(headers['content-type'] ?? ''))

export const pastTheGate = (member: string): string =>
  `Correct ${member}, or let this machine past the login page or gateway that answers there.`

/** For an address that gave no reply over plain HTTP. Null unless the server speaks TLS. */
export async function tlsInstead(session: Session, api: Api): Promise<Finding | null> {
  const baseUrl = entryOf(session.target, api.name)?.baseUrl ?? ''
  const url = new URL(baseUrl)
  if (url.protocol !== 'http:' || !(await completesHandshake(url))) return null
  const says = `${url.host} speaks TLS, and ${memberOf(session, api)} begins with http://`
  return wrong(api.name, says, `Write ${baseUrl.replace(/^http:/, 'https:')} in ${memberOf(session, api)}.`)
}

function redirectedTo({ status, headers }: Reply, baseUrl: string): string | null {
  const place = headers['location'] ?? ''
  if (status < 300 || status > 399 || !baseUrl.startsWith('http:') || !URL.canParse(place)) return null
  const { protocol, hostname, host } = new URL(place)
  const base = new URL(baseUrl)
  return protocol === 'https:' && hostname === base.hostname
    ? baseUrl.replace(/^http:\/\/[^/]*/, `https://${host}`)
    : null
}

type Known = 'trading' | 'messaging'
const isKnown = (name: string): name is Known => name === 'trading' || name === 'messaging'

/** Recognizes an API by its envelope: the two envelopes have no member in common. */
const SHAPES: Readonly<Record<Known, (json: Readonly<Record<string, unknown>>) => boolean>> = {
  trading: ({ status, serverTime }) => (status === 'true' || status === 'false') && serverTime !== undefined,
  messaging: ({ result, msg }) => (result === 'success' || result === 'error') && typeof msg === 'string',
}

function otherOf(name: string, json: unknown): Known | null {
  if (!isKnown(name) || !isObject(json) || SHAPES[name](json)) return null
  const other = name === 'trading' ? 'messaging' : 'trading'
  return SHAPES[other](json) ? other : null
}

const asking =
  (session: Session, api: string) =>
  async (url: string): Promise<unknown> => {
    try {
      const plain = { api, method: 'GET', url, headers: {}, body: null, operation: null, actor: null } as const
      const { json } = await session.clientOf(api).send({ ...plain, check: 'doctor', purpose: 'outside' })
      return json
    } catch (error) {
      if (error instanceof Undecided) return null
      throw error
    }
  }

/** Options of a TLS connection: an IPv6 address loses its brackets, and only a name is sent as server name. */
export function tlsPeer(
  { hostname, port }: URL,
  otherwise: number,
): { host: string; port: number; servername: string } {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(port || otherwise), servername: isIP(host) === 0 ? host : '' }
}

function completesHandshake(url: URL): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ ...tlsPeer(url, 80), timeout: 5_000, rejectUnauthorized: false })
    const done = (spoken: boolean): void => {
      socket.destroy()
      resolve(spoken)
    }
    socket.once('secureConnect', () => done(true))
    socket.once('error', () => done(false)).once('timeout', () => done(false))
  })
}
