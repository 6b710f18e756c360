/** Calls of a Zulip server by the actors of the target file and accounts made here; each is recorded as evidence. */
import {
  type BuiltInParts,
  bodyOf,
  encodeQuery,
  type FixtureValue,
  isObject,
  multipart,
  type Reply,
  restored,
} from '../../../harness/index.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { NotOnZulip } from './not-on-zulip.ts'

export interface ZulipCaller {
  /** Calls as the person with this address, or without credentials; returns the body of a success, else throws. */
  as(email: unknown, method: string, path: string, fields?: FixtureValue): Promise<FixtureValue>
  /** Sends one file. */
  upload(email: string, path: string, filename: string, content: Uint8Array): Promise<FixtureValue>
  /** The address of somebody with every permission. */
  admin(): string
  /** The address of somebody other than this person. */
  other(email: string): string
  /** The addresses of all people whose credentials are known, those made here last. */
  everybody(): readonly string[]
  userId(email: string): Promise<number>
  /** Registers a person, so that calls can be made as them. */
  addPerson(person: Person): void
}

interface Person {
  readonly name: string
  readonly email: string
  readonly apiKey: string
  readonly role: string
  readonly userId?: number | undefined
}

/** The server replied with an error envelope. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** How long a read that got a 5xx waits before it is sent again: a list may be read while its entries are removed. */
const READ_AGAIN_MS = [0, 200, 600]

export function zulipCaller({ target, client, clock, learn }: BuiltInParts): ZulipCaller {
  const baseUrl = target.messaging?.baseUrl ?? ''
  const named = Object.entries(target.messaging?.actors ?? {}).map(
    ([name, entry]): Person => ({ name, ...entry, role: entry.role ?? name }),
  )
  const people = new Map(named.map(person => [person.email, person]))
  const ids = new Map<string, number>()

  const personOf = (email: unknown): Person => {
    const person = people.get(String(email))
    if (!person) throw new NotOnZulip(`nobody of the target file is ${email}`)
    return person
  }
  const found = (what: string, person: Person | undefined): string => {
    if (!person) throw new NotOnZulip(`the target file names no ${what}`)
    return person.email
  }
  const send = async (person: Person | null, method: string, path: string, content: Content): Promise<FixtureValue> => {
    const credentials = person && Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')
    const once = (): Promise<Reply> =>
      client.send({
        method,
        url: baseUrl + path + (content.query ?? ''),
        headers: {
          ...(content.type && { 'content-type': content.type }),
          ...(credentials && { authorization: `Basic ${credentials}` }),
        },
        body: content.body,
        api: 'messaging',
        operation: null,
        actor: person?.name ?? 'nobody',
        check: null,
        via: 'provisioner',
        purpose: 'observed',
      })
    let reply = await once()
    // What the application itself reports was undone. Behind a gateway's reply, a request that writes may have succeeded.
    const waits = method === 'GET' ? READ_AGAIN_MS : isObject(reply.json) ? [0] : []
    for (const ms of waits) {
      if (reply.status < 500) break
      if (ms > 0) await clock.sleep(ms)
      reply = await once()
    }
    if (isObject(reply.json) && outcomeOf(reply) === 'success') return reply.json
    const said = `${method} ${path} answered ${bodyOf(reply.exchange, 160)} (exchange ${reply.exchange.n})`
    const code = codeOf(reply)
    if (typeof code === 'string' && outcomeOf(reply) === 'error') throw new Refused(code, said)
    throw new Error(said)
  }

  const self: ZulipCaller = {
    as(email, method, path, fields = {}) {
      const pairs = encoded(fields)
      const content =
        method === 'GET'
          ? { body: null, query: pairs.length > 0 ? `?${encodeQuery(pairs)}` : '' }
          : { body: new URLSearchParams(pairs).toString(), type: 'application/x-www-form-urlencoded' }
      return send(email === null ? null : personOf(email), method, path, content)
    },
    upload(email, path, filename, content) {
      const boundary = 'assay-boundary-3c9e51'
      const body = multipart(boundary, [], [{ filename, content, type: 'image/png', part: 'file' }])
      return send(personOf(email), 'POST', path, { body, type: `multipart/form-data; boundary=${boundary}` })
    },
    admin: () =>
      found(
        'owner or administrator',
        named.find(({ role }) => role === 'owner') ?? named.find(({ role }) => role === 'admin'),
      ),
    other: email =>
      found(
        'second person',
        [...people.values()].find(person => person.email !== email && person.role !== 'bot' && person.role !== 'guest'),
      ),
    everybody: () => [...people.keys()],
    async userId(email) {
      const known = personOf(email).userId ?? ids.get(email)
      if (known !== undefined) return known
      const id = Number((await self.as(email, 'GET', '/users/me'))['user_id'])
      ids.set(email, id)
      return id
    },
    addPerson(person) {
      learn(person.apiKey)
      people.set(person.email, person)
    },
  }
  return self
}

interface Content {
  readonly body: string | Uint8Array | null
  readonly type?: string
  readonly query?: string
}

/** Encodes fields: text unchanged, everything else as JSON. */
function encoded(fields: FixtureValue): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, restored(typeof value === 'string' ? value : JSON.stringify(value))])
}
