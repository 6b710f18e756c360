/** A request as a curl command: secrets are variables of the shell, signatures come from `assay sign`. */
import type { ExchangeRecord, JudgedRequirement, Report } from '../generated/formats.ts'
import { hex } from './escape.ts'

const LONGEST = 4_000

type Target = Report['target']

/** Null if there is nothing to send, or if the command would be too long to be useful. */
export function curlFor(entry: JudgedRequirement, exchange: ExchangeRecord, target: Target): string | null {
  if (exchange.via !== 'target') return null
  const headers = Object.entries(exchange.request.headers)
  const signed = headers.some(([name]) => name === SIGNATURE) && !/refus/i.test(entry.sentence)
  const { method, body } = exchange.request
  const query = signed ? freshQuery(exchange.request.url) : null
  const words = [
    'curl -sSg',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    query === null ? quoted(exchange.request.url) : `${quoted(`${beforeQuery(exchange.request.url)}?`)}"$Q"`,
    ...headers.flatMap(([name, value]) => header(name, value, exchange, target, query !== null)),
    ...(body === null ? [] : [`--data-binary ${quoted(body)}`]),
  ]
  const line = `${query === null ? '' : `Q=${query}; `}${words.join(' ')}`
  return line.length > LONGEST ? null : line
}

const SIGNATURE = 'x-svc-signature'

function header(
  name: string,
  value: string,
  { api, actor }: ExchangeRecord,
  target: Target,
  signed: boolean,
): string[] {
  const key = name.toLowerCase()
  if (key === 'authorization' && value.startsWith('Basic ')) return [`-u ${login(actor ?? 'actor', target, api)}`]
  if (key === 'x-svc-apikey') return [`-H "X-SVC-APIKEY: $${variable(target, `${api}.credentials.apiKey`, 'API_KEY')}"`]
  if (key === SIGNATURE) {
    const secret = variable(target, `${api}.credentials.secretKey`, 'SECRET_KEY')
    const made = signed ? `$(npx --no-install assay sign --bare --secret-env ${secret} "$Q")` : '$SIGNATURE'
    return [`-H "X-SVC-SIGNATURE: ${made}"`]
  }
  if (key === 'accept-encoding' && value.includes('gzip')) return ['--compressed']
  const named = target.variables?.[`apis.${api}.headers.${name}`]
  return [named === undefined ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: $${named}"`]
}

/** The email from the target file, and the variable for the key; for other actors both are variables. */
function login(actor: string, target: Target, api: string): string {
  // An actor such as `member with a wrong key` has the email of the member.
  const [, who = actor, another] = /^(.+?) with (?:a|the) (.*key.*)$/.exec(actor) ?? []
  const email = target.actors?.[who]
  const key = another ? shellName(another) : variable(target, `${api}.actors.${who}.apiKey`, `${shellName(who)}_KEY`)
  return email === undefined ? `"$${shellName(who)}_EMAIL:$${key}"` : `${quoted(`${email}:`)}"$${key}"`
}

const variable = (target: Target, path: string, otherwise: string): string => target.variables?.[path] ?? otherwise

const shellName = (words: string): string =>
  words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d|$)/, '_')

const beforeQuery = (url: string): string => url.replace(/\?.*$/s, '')

/** The query with the current time in place of the timestamp that was sent, because an old one may be refused. */
function freshQuery(url: string): string | null {
  const query = /\?(.+)$/s.exec(url)?.[1]
  if (query === undefined || !/(^|&)timestamp=\d+(&|$)/.test(query)) return null
  return query
    .split(/(?<=timestamp=)\d+/)
    .map(part => (part === '' ? '' : quoted(part)))
    .join('"$(date +%s000)"')
}

/** Quotes a text as one word of the shell; placeholders of secrets become variables. */
function quoted(text: string): string {
  const parts = text.split(/\{\{secret:(\d+)\}\}/)
  const words = parts.map((part, n) => (n % 2 === 1 ? `"$SECRET_${part}"` : literal(part))).filter(word => word !== '')
  return words.join('') || "''"
}

/** Control characters are written as codes, so that they do not affect the terminal that shows the command. */
function literal(text: string): string {
  if (text === '') return ''
  if (/^[\w./:@=+%,-]*$/.test(text)) return text
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = text.replaceAll(/[\\']/g, character => `\\${character}`).replaceAll(UNPRINTABLE, code)
  return `$'${escaped}'`
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

function code(character: string): string {
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const number = character.codePointAt(0) ?? 0
  return named[character] ?? (number > 0xffff ? `\\U${hex(number, 8)}` : `\\u${hex(number, 4)}`)
}
