/** The operations of an API as functions; each request has the headers that every request of the API has. */
import type { Api } from '../api.ts'
import type { Client, Reply } from '../http/client.ts'
import { encode } from '../http/encode.ts'

export interface CallOptions {
  /** Either outcome is legal: only the form of the reply is judged. */
  readonly observed?: boolean
  /** Without the headers that every request has, such as credentials. */
  readonly bare?: boolean
}

export type Caller = Readonly<
  Record<string, (params?: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<Reply>>
>

export interface CallerParts {
  readonly api: Pick<Api, 'name' | 'operations'>
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly client: Client
  readonly check: string
}

export function caller({ api, baseUrl, headers, client, check }: CallerParts): Caller {
  const calls = Object.values(api.operations).map(
    operation =>
      [
        operation.id,
        (params: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) => {
          const encoded = encode(operation, params)
          return client.send({
            api: api.name,
            operation: operation.id,
            actor: null,
            check,
            method: encoded.method,
            sent: encoded.sent,
            url: baseUrl + encoded.path,
            headers: { ...(options.bare ? {} : headers), ...encoded.headers },
            body: encoded.body,
            purpose: options.observed ? 'observed' : 'judged',
          })
        },
      ] as const,
  )
  return Object.fromEntries(calls)
}
