/**
 * Replaces secrets in evidence so that judging still works: only inside strings, emptiness kept, one stable
 * placeholder for each distinct value.
 */
import { hash } from 'node:crypto'
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { SecretNames } from '../contract.ts'
import { NoReply } from '../http/no-reply.ts'
import { recentMap } from '../memory/recent-map.ts'
import { beginnings } from './beginnings.ts'
import { isUnreadable, type Match } from './encoded-runs.ts'
import { holdsSecretRun, mayBeEncoded, replaceEncoded } from './encoded-secrets.ts'
import { detached } from './held-text.ts'
import { mapJson } from './json-strings.ts'
import { matcher, TooMuchEffort } from './matcher.ts'
import { formsOf, rareFormsOf } from './secret-forms.ts'
import { hideLink, hideParameters, secretPlaces } from './secret-places.ts'
import { isJson } from './within-bounds.ts'

export interface Redactor {
  /** From now on this value is replaced wherever it occurs, in every form. */
  learn(value: string): void
  /** Learns a key, and its form in an Authorization header, together with the name of its owner. */
  learnKey(owner: string, key: string): void
  /** Plain text, such as a message. */
  text(text: string): string
  /** A URL or anything else that may hold parameters. */
  url(text: string): string
  /** JSON as received: only string literals are touched; anything else is treated as plain text. */
  body(text: string): string
  headers(headers: Readonly<Record<string, string>>): Record<string, string>
  /** To be called before the request leaves: from then on, any reply may repeat its secrets. */
  request(sent: ExchangeRecord['request']): ExchangeRecord['request']
  reply(came: NonNullable<ExchangeRecord['response']>, via: ExchangeRecord['via']): ExchangeRecord['response'] & object
  /** A whole exchange, as it is recorded or read from somewhere else. */
  record(record: ExchangeRecord): ExchangeRecord
}

/** Shorter values are replaced only in fields that are known to be secret: elsewhere they would match by chance. */
const SHORTEST_BY_VALUE = 5
const SHORTEST_BY_PLACE = 8
/** A value of this length cannot be a word, so upper and lower case do not matter. */
const SHORTEST_LOOSELY = 12
const MAY_BE_WORD = /^[A-Za-z_]{5,40}$/
/** A number in a string is replaced as a whole or not at all: a price may contain a password of digits by chance. */
const NUMERIC = /^[+-]?(?:[0-9.]{1,24}|[0-9]*\.[0-9]+)([eE][+-]?[0-9]{1,5})?$/
const PLACEHOLDER = /^\{\{secret:\d+\}\}$/
/** A value that a reply marks as secret is looked for elsewhere only if it can hardly be anything else. */
const LOOKS_RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{12,}$/
/**
 * How many values are kept for the whole run, how many of those in rare forms too, and how many that are used only
 * once, such as signatures.
 */
const KEPT = 20_000
const MOST_WITH_RARE_FORMS = 500
const MOST_USED_ONCE = 2_000
/** How many values that a reply marks as secret are looked for elsewhere; each of them is hidden in its own place. */
const MOST_IN_REPLY = 500
/** A longer value is not looked for in other forms; one longer than `LONGEST` is hidden only in its own place. */
const LONG = 4096
const LONGEST = 64 * 1024
/** How many characters the values that are used once may have together, in all forms. */
const MOST_CHARACTERS_USED_ONCE = 4_000_000
/** How many texts without a secret are remembered, and how long they may be. */
const MOST_CLEAN = 500
const LONGEST_CLEAN = 200
/** How many places of one reply are examined closely, which takes a fraction of a second. */
const MOST_EFFORT = 2_000_000
/** The effort of hiding a value in its own place: its placeholder may be far longer. */
const EFFORT_OF_PLACE = 20
/** The effort for one reply: enough to decode every code, and all that may be base64, in a body that is kept whole. */
const FOR_A_REPLY = { left: MOST_EFFORT, runs: 1024 * 1024, codes: 512 * 1024, forms: 64 * 1024 }
const ENDLESS = Number.POSITIVE_INFINITY
const UNBOUNDED = { left: ENDLESS, runs: ENDLESS, codes: ENDLESS, forms: ENDLESS }

/** `isWord` tells the words of the API: such a secret is hidden in its own place only, or judging would miss the word. */
export function redactor(
  named: readonly SecretNames[] = [],
  isWord: (value: string) => boolean = () => false,
): Redactor {
  const places = secretPlaces(named)
  const numbers = recentMap<string, number>(KEPT)
  let count = 0
  const effort = { ...UNBOUNDED, unreadable: false }
  let quickFilter = beginnings(effort)
  const permanent = matcher(effort)
  const learntValues = new Set<string>()
  const recent = { now: matcher(effort), before: matcher(effort), learnt: new Set<string>(), characters: 0 }

  const placeholder = (value: string): string => {
    if (value === '' || PLACEHOLDER.test(value)) return value
    const key = keyOf(value)
    const n = numbers.get(key) ?? ++count
    numbers.set(key, n)
    return `{{secret:${n}}}`
  }

  let additions = 0
  const add = (to: typeof permanent, value: string, rare: readonly string[] = []): number => {
    additions++
    effort.unreadable ||= isUnreadable(value)
    const stand = placeholder(value)
    const loosely = value.length >= SHORTEST_LOOSELY && /^[ -~]*$/.test(value)
    const onlyAsItIs = value.length > LONG || effort.forms < 0
    const forms = onlyAsItIs ? [value] : [...formsOf(value), ...rare]
    effort.forms -= onlyAsItIs ? 0 : value.length
    for (const form of forms) {
      to.add(form, stand, loosely)
      quickFilter.add(form)
    }
    return forms.reduce((sum, form) => sum + form.length, 0)
  }
  const isPlainWord = (value: string): boolean => MAY_BE_WORD.test(value) && isWord(value)
  const learn = (value: string): void => {
    if (value.length < SHORTEST_BY_VALUE || learntValues.has(value) || isPlainWord(value)) return
    if (learntValues.size < KEPT) {
      learntValues.add(value)
      add(permanent, value, learntValues.size < MOST_WITH_RARE_FORMS ? rareFormsOf(value) : [])
    } else learnBriefly(value)
  }
  const learnBriefly = (given: string): void => {
    if (given.length > LONGEST || learntValues.has(given) || recent.learnt.has(given) || isPlainWord(given)) return
    if (recent.learnt.size >= MOST_USED_ONCE || recent.characters >= MOST_CHARACTERS_USED_ONCE) {
      recent.before = recent.now
      recent.now = matcher(effort)
      quickFilter = beginnings(effort, [...permanent.texts, ...recent.before.texts])
      recent.learnt.clear()
      recent.characters = 0
    }
    const value = detached(given)
    recent.learnt.add(value)
    recent.characters += add(recent.now, value)
  }
  /** Whether the text comes from us or a provisioner: they know what is secret, a target may claim anything. */
  let isTrusted = false
  /** How many more values of the current reply are looked for elsewhere too. */
  let valuesLeft = 0
  /** The placeholder of a value that is secret because of its place. */
  const byPlace = (value: string): string => {
    effort.left -= EFFORT_OF_PLACE
    if (effort.left < 0) throw new TooMuchEffort('there are too many secrets')
    if (isTrusted ? mayBeSecret(value) : looksRandom(value) && valuesLeft-- > 0) learnBriefly(value)
    return placeholder(value)
  }
  const hiddenLink = (value: string): string => {
    for (const part of value.split(/[/?#&=]/))
      if (looksRandom(part) && (isTrusted || valuesLeft-- > 0)) learnBriefly(part)
    return hideLink(value, placeholder)
  }

  const matches = (decoded: string): readonly Match[] =>
    quickFilter.mayStandIn(decoded)
      ? [permanent, recent.now, recent.before].flatMap(known => known.matches(decoded))
      : []
  const text = (input: string): string => {
    const replacedPlainly = (): string => recent.before.replace(recent.now.replace(permanent.replace(input)))
    return replaceEncoded(quickFilter.mayStandIn(input) ? replacedPlainly() : input, effort, matches)
  }
  /** Texts without a secret, until another secret is learnt: one exchange has the same headers as the next. */
  const withoutSecrets = { since: 0, texts: new Set<string>() }
  const unlessClean = (input: string, hide: (input: string) => string): string => {
    if (withoutSecrets.since !== additions) withoutSecrets.texts.clear()
    withoutSecrets.since = additions
    if (withoutSecrets.texts.has(input)) return input
    const shown = hide(input)
    if (shown === input && input.length <= LONGEST_CLEAN && withoutSecrets.texts.size < MOST_CLEAN)
      withoutSecrets.texts.add(input)
    return shown
  }
  const url = (given: string): string => unlessClean(given, input => text(hideParameters(input, places, byPlace)))
  const holdsSecret = (input: string): boolean =>
    (quickFilter.mayStandIn(input) && [permanent, recent.now, recent.before].some(known => known.has(input))) ||
    holdsSecretRun(input, effort, matches)

  const hideInLiteral = (quoted: string, field: string | null, depth: number, knownClean: boolean): string => {
    const escaped = quoted.includes('\\')
    const value = unquoted(quoted)
    if (value === null) return url(quoted)
    if (field !== null && places.isSecret(field)) return JSON.stringify(byPlace(value))
    if (field !== null && places.isLink(field)) return JSON.stringify(hiddenLink(value))
    if (knownClean && !escaped && !mayBeEncoded(value)) {
      const kept = hideParameters(value, places, byPlace)
      return kept === value ? quoted : JSON.stringify(kept)
    }
    const replaced =
      NUMERIC.test(value) && numbers.get(keyOf(value)) === undefined
        ? value
        : (hideInInnerJson(value, depth) ?? url(value))
    return replaced === value ? quoted : JSON.stringify(replaced)
  }
  /** JSON inside a string of JSON. */
  const hideInInnerJson = (value: string, depth: number): string | null =>
    depth < 3 && /^\s*[{["]/.test(value) ? hideInLiterals(value, depth + 1) : null

  /** `knownClean`: the text contains no known secret, except perhaps in escaped form. */
  const hideInLiterals = (input: string, depth: number, knownClean = false): string => {
    let field: string | null = null
    const replaced = mapJson(input, {
      string(quoted, isName) {
        const about = field
        field = isName ? unquoted(quoted) : null
        return hideInLiteral(quoted, isName ? null : about, depth, knownClean)
      },
    })
    return isJson(replaced) ? replaced : url(replaced)
  }

  const body = (given: string): string => unlessClean(given, hideInBody)
  const hideInBody = (input: string): string => {
    if (!/^[\s\uFEFF]*[{["]/.test(input)) return url(input)
    const holds = holdsSecret(input)
    if (!holds && !mayBeEncoded(input) && !places.namedIn(input)) return input
    const before = additions
    const once = hideInLiterals(input, 0, !holds)
    // A value that is marked as secret at the end may also occur at the beginning.
    return additions === before ? once : hideInLiterals(once, 0)
  }

  /** Learns the key in a Basic header: a wrong key may differ from the right one in one letter, and a refusal may repeat it. */
  const hideKeyIn = (basic: string): void => {
    const pair = Buffer.from(basic, 'base64').toString('utf8')
    const key = pair.slice(pair.indexOf(':') + 1)
    if (mayBeSecret(key)) learnBriefly(key)
  }
  const headers = (input: Readonly<Record<string, string>>): Record<string, string> => {
    const output: Record<string, string> = {}
    for (const [name, value] of Object.entries(input)) {
      const scheme = /^(?:Basic|Bearer) /i.exec(value)?.[0] ?? ''
      const cookies = /cookie/i.test(name) ? value.split(/[=;,\s]+/).slice(0, MOST_IN_REPLY) : []
      for (const part of cookies) if (looksRandom(part)) learnBriefly(part)
      if (isTrusted && /^basic /i.test(scheme)) hideKeyIn(value.slice(scheme.length))
      if (!places.isHeader(name)) output[url(name)] = url(value)
      else output[name] = scheme + byPlace(value.slice(scheme.length))
    }
    return output
  }

  const request: Redactor['request'] = sent => {
    isTrusted = true
    const headersShown = headers(sent.headers)
    const shown = { ...sent, headers: headersShown, url: url(sent.url), body: sent.body && body(sent.body) }
    isTrusted = false
    return shown
  }
  const reply: Redactor['reply'] = (came, via) => {
    isTrusted = via === 'provisioner'
    valuesLeft = MOST_IN_REPLY
    Object.assign(effort, FOR_A_REPLY)
    try {
      return { ...came, body: body(came.body), headers: headers(came.headers) }
    } catch (error) {
      if (error instanceof TooMuchEffort)
        throw new NoReply('too-large', 'the reply cannot be searched for secrets in time')
      throw error
    } finally {
      isTrusted = false
      Object.assign(effort, UNBOUNDED)
    }
  }

  return {
    learn,
    learnKey(owner, key) {
      learn(key)
      learn(Buffer.from(`${owner}:${key}`).toString('base64').replace(/=+$/, ''))
    },
    text,
    url,
    body,
    headers,
    request,
    record(record) {
      const { response, error, via } = record
      return {
        ...record,
        request: request(record.request),
        ...(response && { response: reply(response, via) }),
        ...(error && { error: { ...error, message: text(error.message) } }),
      }
    },
    reply,
  }
}

/** A value that repeats one character is not a secret: `00000000` also occurs in small amounts, after the decimal point. */
const mayBeSecret = (value: string): boolean => value.length >= SHORTEST_BY_PLACE && !/^(.)\1*$/s.test(value)
const looksRandom = (value: string): boolean => value.length <= LONGEST && LOOKS_RANDOM.test(value)

/** Of a longer value only the digest is kept. */
const LONGEST_KEY = 200
/** The key of a value in maps; a copy, because a piece of a reply would keep all of the reply in memory. */
const keyOf = (value: string): string =>
  value.length > LONGEST_KEY ? hash('sha256', value) : value.length > 12 ? detached(value) : value

function unquoted(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
