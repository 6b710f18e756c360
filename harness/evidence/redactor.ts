/**
 * Replaces secrets in evidence so that judging still works: only inside strings, emptiness kept, one stable
 * placeholder for each distinct value.
 */

export interface Redactor {
  /** From now on this value is replaced wherever it shows. */
  learn(value: string): void
  /** The placeholder of a value that is secret because of where it stands. */
  placeholder(value: string): string
  text(text: string): string
  /** JSON as received: only string literals are touched; anything else is treated as plain text. */
  body(text: string): string
  headers(headers: Readonly<Record<string, string>>): Record<string, string>
}

const SECRET_HEADERS = new Set([
  'authorization',
  'x-svc-apikey',
  'x-svc-signature',
  'cookie',
  'set-cookie',
  'proxy-authorization',
])
const SECRET_FIELDS = new Set(['api_key', 'apikey', 'apiKey', 'password', 'secret', 'secretKey', 'secret_key', 'token'])
const LINK_FIELDS = new Set(['invite_link'])
/** Shorter values are replaced only where their field says what they are: they would match by chance elsewhere. */
const SHORTEST_BY_VALUE = 5
/** A number in a string is replaced as a whole or not at all: a password of digits may stand in a price by chance. */
const NUMERIC = /^[+-]?[0-9.]+([eE][+-]?[0-9]+)?$/

export function redactor(): Redactor {
  const numbers = new Map<string, number>()
  let replacements: [string, string][] = []

  const placeholder = (value: string): string => {
    if (value === '' || /^\{\{secret:\d+\}\}$/.test(value)) return value
    const n = numbers.get(value) ?? numbers.size + 1
    numbers.set(value, n)
    return `{{secret:${n}}}`
  }

  const learn = (value: string): void => {
    if (value.length < SHORTEST_BY_VALUE || replacements.some(([known]) => known === value)) return
    const forms = new Set([value, encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)])
    for (const form of forms) replacements.push([form, placeholder(value)])
    replacements = replacements.sort(([a], [b]) => b.length - a.length)
  }

  const text = (input: string): string => {
    let output = input
    for (const [value, stand] of replacements) if (output.includes(value)) output = output.replaceAll(value, stand)
    return output
  }

  const literal = (quoted: string, field: string | null): string => {
    const value = quoted.includes('\\') ? parsed(quoted) : quoted.slice(1, -1)
    if (value === null) return text(quoted)
    if (field !== null && SECRET_FIELDS.has(field)) return JSON.stringify(placeholder(value))
    if (field !== null && LINK_FIELDS.has(field)) return JSON.stringify(link(value, placeholder))
    const replaced = NUMERIC.test(value) && !numbers.has(value) ? value : text(value)
    return replaced === value ? quoted : JSON.stringify(replaced)
  }

  const body = (input: string): string => {
    const start = input.trimStart()[0]
    if (start !== '{' && start !== '[' && start !== '"') return text(fields(input, placeholder))
    if (!mayHoldSecret(input, replacements)) return input
    let field: string | null = null
    return input.replace(/"(?:[^"\\]|\\.)*"(\s*:)?/gs, (whole: string, colon: string | undefined) => {
      if (colon !== undefined) {
        field = parsed(whole.slice(0, -colon.length))
        return literal(whole.slice(0, -colon.length), null) + colon
      }
      const done = literal(whole, field)
      field = null
      return done
    })
  }

  const headers = (input: Readonly<Record<string, string>>): Record<string, string> => {
    const output: Record<string, string> = {}
    for (const [name, value] of Object.entries(input)) {
      if (!SECRET_HEADERS.has(name.toLowerCase())) output[name] = text(value)
      else output[name] = value.startsWith('Basic ') ? `Basic ${placeholder(value.slice(6))}` : placeholder(value)
    }
    return output
  }

  return { learn, placeholder, text, body, headers }
}

function mayHoldSecret(input: string, replacements: readonly [string, string][]): boolean {
  if (input.includes('\\u') || input.includes('\\/')) return true
  for (const field of SECRET_FIELDS) if (input.includes(`"${field}"`)) return true
  for (const field of LINK_FIELDS) if (input.includes(`"${field}"`)) return true
  return replacements.some(([value]) => input.includes(value))
}

/** Secret fields of a urlencoded body or query. */
function fields(input: string, placeholder: (value: string) => string): string {
  if (!input.includes('=')) return input
  return input.replace(/(^|[&?])([A-Za-z_]+)=([^&#\s]*)/g, (whole, before: string, name: string, value: string) =>
    SECRET_FIELDS.has(name) && value !== '' ? `${before}${name}=${placeholder(decoded(value))}` : whole,
  )
}

function link(value: string, placeholder: (value: string) => string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.+)$/i.exec(value)
  return parts ? `${parts[1]}/${placeholder(parts[2] ?? '')}` : placeholder(value)
}

function parsed(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
