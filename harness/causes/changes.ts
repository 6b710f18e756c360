/** Remembers the changes that a target accepted, so that a failure can name earlier changes of the same things. */
import { type Api, apiNamed } from '../api.ts'
import { isObject, parseJson } from '../evidence/exchange.ts'
import { detached } from '../evidence/held-text.ts'
import { shown } from '../judging/predicate.ts'
import { MADE_UP_PARAMETER, parametersOf } from '../judging/request-difference.ts'

export interface Sent {
  readonly n: number
  readonly api: string
  readonly operation: string | null
  readonly via: string
  readonly actor?: string | null | undefined
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | null | undefined
  }
  readonly response?: { readonly body: string } | undefined
}

export interface Changes {
  add(exchange: Sent, isAccepted: boolean): void
  /**
   * The last changes before this exchange, in words, oldest first: those of the things that it is about or that `ids` name.
   * If a change has many parameters, those that `matters` mentions come first.
   */
  before(n: number, ids: readonly unknown[], matters: string): readonly string[]
}

/** A thing as a request or a reply names it: the last word of its kind, and its id. */
interface Named {
  readonly noun: string
  readonly id: string
}

/** What an exchange is about. */
interface About {
  readonly n: number
  readonly who: string
  /** The sender's account, and the part of it that has this path: its changes may affect every request of its owner. */
  readonly account: readonly Named[]
  readonly where: string
  readonly nouns: readonly string[]
  readonly inPath: readonly Named[]
  readonly parameters: ReadonlyMap<string, unknown>
  readonly mentioned: readonly Named[]
  readonly made: readonly Named[]
}

/** Of a longer run, only the last exchanges are kept. */
const MOST_KEPT = 10_000
/** Longer texts are not searched for ids. */
const LONGEST = 2_000
const MOST_LISTED = 3
const MOST_PARAMETERS = 3
/** If more changes mention a thing, it is used everywhere, and the mentions explain nothing. */
const MOST_MENTIONS = 8

export function changes(apis: readonly Api[]): Changes {
  const sent = new Map<number, () => About>()
  const accepted = new Set<number>()
  let byId: Map<string, About[]> | null = null
  /** The accepted changes by the ids that they name; made when a failure first needs it. */
  const index = (): ReadonlyMap<string, readonly About[]> => {
    if (byId) return byId
    byId = new Map()
    for (const change of [...accepted].flatMap(n => sent.get(n)?.() ?? []))
      for (const { id } of [...change.inPath, ...change.mentioned, ...change.made])
        byId.set(id, [...(byId.get(id) ?? []), change])
    return byId
  }
  return {
    add(exchange, isAccepted) {
      const fixture = exchange.via === 'target' ? null : fixtureIn(exchange, apis)
      if (exchange.via !== 'target' && fixture === null) return
      byId = null
      sent.set(exchange.n, fixture ? () => fixture : readOnDemand(exchange))
      if (isAccepted && (fixture || exchange.request.method !== 'GET')) accepted.add(exchange.n)
      if (sent.size <= MOST_KEPT) return
      const oldest = sent.keys().next().value ?? 0
      sent.delete(oldest)
      accepted.delete(oldest)
    },
    before(n, ids, matters) {
      const subject = sent.get(n)?.()
      if (!subject) return []
      const fromIds = ids.flatMap(id => subject.nouns.map(noun => ({ noun, id: String(id) })))
      const about = [...subject.inPath, ...subject.account, ...fromIds]
      const used = subject.mentioned
      const named = new Set([...about, ...used].map(({ id }) => id))
      const all = [...new Set([...named].flatMap(id => index().get(id) ?? []))]
        .filter(one => one.n < n)
        .sort((a, b) => a.n - b.n)
      const mentions = new Set(all.filter(({ mentioned }) => overlap(mentioned, about)))
      const relevant = all.filter(
        one =>
          overlap([...one.inPath, ...one.made], about) ||
          (mentions.size <= MOST_MENTIONS && mentions.has(one)) ||
          overlap(one.inPath, used),
      )
      return relevant.slice(-MOST_LISTED).map(one => inWords(one, [...about, ...used], matters))
    },
  }
}

/** Reads the exchange only when a failure needs it. */
function readOnDemand({ n, actor, request, response }: Sent): () => About {
  const url = detached(request.url.slice(0, LONGEST))
  const body = request.body && request.body.length <= LONGEST ? detached(request.body) : null
  const reply = response && response.body.length <= LONGEST ? detached(response.body) : ''
  const header = (wanted: string): string | undefined =>
    Object.entries(request.headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
  const [type, credentials] = [header('content-type'), header('authorization')]
  const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'content-type': type }
  const { method } = request
  let known: About | null = null
  const read = (): About => {
    const path = url.replace(/[?#].*$/s, '').replace(/^\w+:\/\/[^/]*/, '')
    const parts = path.split('/').filter(part => part !== '')
    const nouns = parts.filter(part => !isId(part)).map(nounOf)
    const parameters = parametersOf({ request: { method, url, headers, body } })
    const ofAccount = (id: string): Named[] => (credentials === undefined ? [] : [{ noun: 'account', id }])
    const whole = ofAccount(`${credentials}`)
    const part = ofAccount(`${credentials} ${path}`)
    const named = parts.flatMap((one, at) => (isId(one) ? [{ noun: nounOf(parts[at - 1] ?? ''), id: one }] : []))
    const own = parts.at(-1) === OWN_ACCOUNT ? whole : parts.includes(OWN_ACCOUNT) ? part : []
    return {
      n,
      who: actor ?? 'nobody',
      account: [...whole, ...part],
      inPath: [...named, ...own],
      where: `${method} ${path}`,
      nouns,
      parameters,
      mentioned: mentionedIn(parameters),
      made: madeIn(nouns, parseJson(reply)),
    }
  }
  return () => {
    known ??= read()
    return known
  }
}

/** A request to the provisioner to create or change something; null if it only reads. */
function fixtureIn({ n, api, request, response }: Sent, apis: readonly Api[]): About | null {
  const asked = parseJson((request.body ?? '').slice(0, LONGEST))
  if (!isObject(asked) || typeof asked['fixture'] !== 'string') return null
  const kind = asked['fixture']
  if (!apiNamed(apis, api)?.fixtures?.kinds[kind]?.makes) return null
  const { as, ...parameters } = isObject(asked['with']) ? asked['with'] : {}
  const value = parseJson(response?.body.slice(0, LONGEST) ?? '')
  const [nouns, sent] = [[nounOf(kind)], new Map(Object.entries(parameters))]
  return {
    n,
    who: as === undefined ? 'the provisioner' : `the provisioner, as ${String(as)}`,
    where: kind,
    account: [],
    inPath: [],
    nouns,
    parameters: sent,
    mentioned: mentionedIn(sent),
    made: madeIn(nouns, isObject(value) ? value['value'] : undefined),
  }
}

/** The part of a path that stands for the sender's own account. */
const OWN_ACCOUNT = 'me'

const isId = (text: unknown): boolean => /^[1-9]\d*$/.test(String(text))

/** `user_groups`, `can_join_group` and `groupId` are all about a group. */
function nounOf(name: string): string {
  const words = name.replace(/[_-]?(?:ids?|Ids?)$/, '').split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
  return (words.filter(word => word !== '').at(-1) ?? '').toLowerCase().replace(/s$/, '')
}

/** The ids within a value, as deep as settings are nested. */
function namedIn(name: string, value: unknown, depthLeft = 2): Named[] {
  if (isId(value)) return [{ noun: nounOf(name), id: String(value) }]
  if (depthLeft === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(one => namedIn(name, one, depthLeft - 1))
}

const mentionedIn = (parameters: ReadonlyMap<string, unknown>): Named[] =>
  [...parameters].flatMap(([name, value]) => namedIn(name, value))

/** The ids of created things in a reply. If the member is just `id` or `ids`, the address says what kind of thing it is. */
const madeIn = (nouns: readonly string[], reply: unknown): Named[] =>
  Object.entries(isObject(reply) ? reply : {}).flatMap(([name, value]) => {
    const made = namedIn(name, value, 1)
    return /^ids?$/.test(name) ? made.flatMap(({ id }) => nouns.map(noun => ({ noun, id }))) : made
  })

const isSame = (one: Named, other: Named): boolean =>
  one.id === other.id && one.noun !== '' && (one.noun.endsWith(other.noun) || other.noun.endsWith(one.noun))

const overlap = (some: readonly Named[], others: readonly Named[]): boolean =>
  some.some(one => others.some(other => other.noun !== '' && isSame(one, other)))

/** `admin: POST /groups/create with name="x" (exchange 12)`; first the parameters that name the thing, then what matters. */
function inWords({ n, who, where, parameters }: About, about: readonly Named[], matters: string): string {
  const nouns = new Set(matters.match(/[A-Za-z_]+/g)?.map(nounOf))
  const rank = ([name, value]: readonly [string, unknown]): number =>
    overlap(namedIn(name, value), about) ? 0 : nouns.has(nounOf(name)) ? 1 : 2
  const all = [...parameters].filter(([name]) => !MADE_UP_PARAMETER.test(name)).toSorted((a, b) => rank(a) - rank(b))
  const few = all.slice(0, MOST_PARAMETERS).map(([name, value]) => `${name}=${shown(value, 60)}`)
  const more = all.length - few.length
  const words = [...few, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${who}: ${where}${words === '' ? '' : ` with ${words}`} (exchange ${n})`
}
