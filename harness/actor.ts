/** A user or bot of the target; its methods are the operations of the API that has people. */
import type { Api } from './api.ts'
import type { Client, Reply } from './http/client.ts'
import { type Carrier, encode, type UploadedFile } from './http/encode.ts'
import type { Traces } from './inventory.ts'
import { Undecided } from './undecided.ts'

export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

export interface SendOptions {
  /** Sent for an open point: either outcome is legal, and only the form of the reply is judged. */
  readonly observed?: boolean
  /** A request that the contract does not describe: nothing is judged on the reply. */
  readonly outside?: boolean
  readonly carrier?: Carrier
  readonly files?: readonly UploadedFile[]
}

export interface Actor {
  /** What this actor is called in evidence: its role, or its name in the target file. */
  readonly name: string
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly password: string | null
  /** Any operation with any parameters, legal or not. */
  sends(operation: string, params: Readonly<Record<string, unknown>>, options?: SendOptions): Promise<Reply>
  /** An address outside the specs, for an open point: no sentence is judged on the reply. */
  asks(method: string, path: string, form: Readonly<Record<string, string | number>>): Promise<Reply>
  /** The same person with other credentials; null for none at all. */
  withCredentials(name: string, credentials: Credentials | null): Actor
}

export interface ActorParts {
  readonly api: Pick<Api, 'name' | 'operations'>
  readonly name: string
  readonly baseUrl: string
  readonly credentials: Credentials | null
  readonly userId: number | null
  readonly password: string | null
  readonly client: Client
  /** The check on whose behalf this actor acts. */
  readonly check: string
  readonly traces?: Traces | undefined
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
      throw new Undecided('no-credentials', `the target file gives no userId for ${parts.name}`, false)
    },
    password: parts.password,
    async sends(operation, params, options = {}) {
      const data = parts.api.operations[operation]
      if (!data) throw new Error(`there is no operation ${operation}`)
      const encoded = encode(data, params, withFiles(options, parts.traces))
      const headers = { ...encoded.headers, ...authorization }
      const reply = await parts.client.send({
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
      })
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
    withCredentials: (name, other) => actor({ ...parts, name, credentials: other }),
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
