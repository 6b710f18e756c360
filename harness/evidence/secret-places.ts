/** Places whose values are always secret: members and parameters, headers, links. */
import type { SecretNames } from '../contract.ts'
import { percentDecoded } from '../text/percent-decoded.ts'
import { regexEscaped } from '../text/regex-escaped.ts'

const SECRET_NAMES = new Set([
  'apikey',
  'password',
  'secret',
  'secretkey',
  'clientsecret',
  'privatekey',
  'token',
  'accesstoken',
  'refreshtoken',
  'sessiontoken',
  'authtoken',
  'devicetoken',
])
const SECRET_HEADER =
  /^(?:set-)?cookie2?$|(?:^|-)(?:authorization|authentication|api-?key|token|secret|signature|session|password|credentials?)(?:-|$)/i
const PARAMETER = /(^|[&?;\s"'])([A-Za-z_-]+)=([^&#;\s"'<>]*)/g

const plainly = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()

export interface SecretPlaces {
  isSecret(name: string): boolean
  isLink(name: string): boolean
  isHeader(name: string): boolean
  /** Whether a text names any such place; quicker than examining each. */
  namedIn(text: string): boolean
}

/** The secret places of any API, and those that the APIs of a run name. */
export function secretPlaces(named: readonly SecretNames[]): SecretPlaces {
  const members = new Set([...SECRET_NAMES, ...named.flatMap(({ members: own = [] }) => own.map(plainly))])
  const links = new Set(named.flatMap(({ links: own = [] }) => own))
  const headers = new Set(named.flatMap(({ headers: own = [] }) => own.map(name => name.toLowerCase())))
  const escaped = [...links, ...named.flatMap(({ members: own = [] }) => own)].map(regexEscaped)
  const hint = new RegExp(['api_?-?key', 'password', 'secret', 'token', 'private_?key', ...escaped].join('|'), 'i')
  return {
    isSecret: name => members.has(plainly(name)),
    isLink: name => links.has(name),
    isHeader: name => SECRET_HEADER.test(name) || headers.has(name.toLowerCase()),
    namedIn: text => hint.test(text),
  }
}

/** Replaces the secret parameters of a query or a urlencoded body by what `hide` makes of their decoded values. */
export function hideParameters(text: string, places: SecretPlaces, hide: (value: string) => string): string {
  if (!text.includes('=') || !places.namedIn(text)) return text
  // One by one: `replace` would look for all of them before the first is hidden, and there may be a million.
  const pieces: string[] = []
  let done = 0
  for (const { 0: whole, 1: before = '', 2: name = '', 3: value = '', index } of text.matchAll(PARAMETER)) {
    if (value === '' || !places.isSecret(name)) continue
    pieces.push(text.slice(done, index), `${before}${name}=${hide(decoded(value))}`)
    done = index + whole.length
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done)
}

/** Hides a link except for its scheme and host; without a host, except for a scheme of letters. */
export function hideLink(value: string, hide: (value: string) => string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.+)$/i.exec(value)
  if (parts) return `${parts[1]}/${hide(parts[2] ?? '')}`
  const hostless = /^([a-z]{2,16}:)([^/].*)$/i.exec(value)
  return hostless ? `${hostless[1]}${hide(hostless[2] ?? '')}` : hide(value)
}

const decoded = (value: string): string =>
  /[%+]/.test(value) ? percentDecoded(value.replaceAll('+', ' '), value) : value
