/** An actor of the target whose methods are the operations of an API. */

import type { Operation } from '../contract.ts'
import type { Client, Reply } from '../http/client.ts'
import { encode } from '../http/encode.ts'
import type { Sending } from '../http/sending.ts'
import type { Traces } from '../run/inventory.ts'
import { Undecided } from '../undecided.ts'
import type { SettledReads } from '../world/late-reads.ts'
import type { Actor, Credentials, SendOptions } from './actor.ts'

export interface ActorParts {
  readonly api: { readonly name: string; readonly operations: Readonly<Record<string, Operation>> }
  readonly name: string
  readonly baseUrl: string
  readonly credentials: Credentials | null
  readonly userId: number | null
  readonly password: string | null
  readonly username: string | null
  readonly client: Client
  /** The check on whose behalf this actor acts. */
  readonly check: string
  readonly traces?: Traces | undefined
  /** Reads again what is behind. */
  readonly settled?: SettledReads | undefined
  /** Whether a reply proves nothing about a request with these credentials. */
  readonly saysNothing?: Sending['saysNothing']
  /** The same for requests with the same email and another key. */
  readonly ofWrongKey?: Sending['saysNothing']
}

export function actor(parts: ActorParts): Actor {
  const { credentials } = parts
  const authorization: Readonly<Record<string, string>> = credentials
    ? { authorization: `Basic ${Buffer.from(`${credentials.email}:${credentials.apiKey}`).toString('base64')}` }
    : {}
  const basics: Actor = {
    name: parts.name,
    email: credentials?.email ?? '',
    apiKey: credentials?.apiKey ?? '',
    get userId() {
      if (parts.userId !== null) return parts.userId
      throw new Undecided({ kind: 'user-id-missing', actor: parts.name })
    },
    password: parts.password,
    username: parts.username,
    async sends(operation, params, options = {}) {
      const data = parts.api.operations[operation]
      if (!data) throw new Error(`there is no operation ${operation}`)
      const encoded = encode(data, params, withFiles(options, parts.traces))
      const headers: Readonly<Record<string, string>> = Object.assign({}, encoded.headers, authorization)
      const send = (): Promise<Reply> =>
        parts.client.send({
          api: parts.api.name,
          operation,
          actor: parts.name,
          check: parts.check,
          method: encoded.method,
          url: parts.baseUrl + encoded.path,
          headers,
          body: encoded.body,
          sent: encoded.sent,
          purpose: options.outside ? 'outside' : options.observed ? 'observed' : 'judged',
          ...(parts.saysNothing && { saysNothing: parts.saysNothing }),
        })
      const reply = await (parts.settled?.send(operation, params, credentials?.email ?? '', send) ?? send())
      parts.traces?.record(operation, params, reply, self)
      return reply
    },
    asks: (method, path, form) =>
      parts.client.send({
        api: parts.api.name,
        operation: null,
        actor: parts.name,
        check: parts.check,
        method,
        url: parts.baseUrl + path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...authorization },
        body: new URLSearchParams(
          Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
        purpose: 'outside',
      }),
    withCredentials: (name, other) =>
      actor({
        ...parts,
        name,
        credentials: other,
        saysNothing: other?.email === credentials?.email ? parts.ofWrongKey : undefined,
      }),
  }
  const self = new Proxy(basics, {
    get(target, property) {
      if (property in target || typeof property !== 'string') return Reflect.get(target, property)
      if (!Object.hasOwn(parts.api.operations, property)) return undefined
      return (params: Readonly<Record<string, unknown>> = {}, options?: SendOptions) =>
        target.sends(property, params, options)
    },
  }) as Actor
  return self
}

/** Uploaded files carry the run's id before their own name. */
function withFiles(options: SendOptions, traces: Traces | undefined): SendOptions {
  if (!options.files || !traces) return options
  const files = options.files.map(file => ({ ...file, filename: `assay-${traces.runId}-${file.filename}` }))
  return { ...options, files }
}
