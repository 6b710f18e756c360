/** Calls of a Zulip server by the people of the target file; each is kept as evidence. */
import { isObject, outcomeOf } from '../evidence/exchange.ts'
import { restored } from '../exact-integers.ts'
import { bodyOf } from '../judging/predicate.ts'
import { encodeQuery } from '../signer.ts'
import type { FixtureValue } from './provisioner.ts'
import { NotOnZulip, type ZulipParts } from './zulip.ts'

export interface ZulipCaller {
  /** Calls as the person of this address, or as nobody; answers the body of a success, and throws on anything else. */
  as(email: unknown, method: string, path: string, fields: FixtureValue): Promise<FixtureValue>
  /** The address of somebody with every permission. */
  admin(): string
  /** The address of somebody else. */
  other(email: string): string
  userId(email: string): number
}

export function zulipCaller({ target, client }: ZulipParts): ZulipCaller {
  const baseUrl = target.messaging?.baseUrl ?? ''
  const people = Object.entries(target.messaging?.actors ?? {}).map(([name, entry]) => ({
    name,
    ...entry,
    role: entry.role ?? name,
  }))
  const strangers = new Map<string, string>()

  const personOf = (email: unknown): { name: string; apiKey: string } => {
    const known = people.find(person => person.email === email)
    const stranger = strangers.get(String(email))
    if (known) return known
    if (stranger !== undefined) return { name: 'made', apiKey: stranger }
    throw new NotOnZulip(`nobody of the target file is ${email}`)
  }
  const found = (what: string, person: { email: string } | undefined): string => {
    if (!person) throw new NotOnZulip(`the target file names no ${what}`)
    return person.email
  }

  return {
    async as(email, method, path, fields) {
      const person = email === null ? null : personOf(email)
      const body = new URLSearchParams(encoded(fields)).toString()
      const reply = await client.send({
        method,
        url: baseUrl + path + (method === 'GET' && body !== '' ? `?${encodeQuery(encoded(fields))}` : ''),
        headers: {
          ...(method !== 'GET' && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(person && {
            authorization: `Basic ${Buffer.from(`${email}:${person.apiKey}`).toString('base64')}`,
          }),
        },
        body: method === 'GET' ? null : body,
        api: 'messaging',
        operation: null,
        actor: person?.name ?? 'nobody',
        check: null,
        via: 'provisioner',
        purpose: 'observed',
      })
      if (!isObject(reply.json) || outcomeOf(reply) !== 'success')
        throw new Error(`${method} ${path} answered ${bodyOf(reply.exchange, 160)} (exchange ${reply.exchange.n})`)
      if (path === '/fetch_api_key') strangers.set(String(fields['username']), String(reply.json['api_key']))
      return reply.json
    },
    admin: () =>
      found(
        'owner or administrator',
        people.find(({ role }) => role === 'owner') ?? people.find(({ role }) => role === 'admin'),
      ),
    other: email =>
      found(
        'second person',
        people.find(person => person.email !== email && person.role !== 'bot' && person.role !== 'guest'),
      ),
    userId(email) {
      const id = people.find(person => person.email === email)?.userId
      if (id === undefined) throw new NotOnZulip(`the target file gives no userId for ${email}`)
      return id
    },
  }
}

/** Text as it is; numbers, booleans, lists and objects as JSON. */
function encoded(fields: FixtureValue): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, restored(typeof value === 'string' ? value : JSON.stringify(value))])
}
