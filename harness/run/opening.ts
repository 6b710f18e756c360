/** The first request to an API: it shows whether the address is right, and its reply serves the first identical request. */
import type { Api } from '../api.ts'
import type { Reply, RevivableClient } from '../http/client.ts'
import { encode } from '../http/encode.ts'
import type { Sending } from '../http/sending.ts'

export interface OpeningClient extends RevivableClient {
  /** Sends the request, and keeps its reply for the first identical one. */
  open(sending: Sending): Promise<Reply>
}

export function withOpening(client: RevivableClient): OpeningClient {
  const kept = new Map<string, Reply>()
  return {
    revive: client.revive,
    idle: client.idle,
    async open(sending) {
      const reply = await client.send(sending)
      kept.set(keyOf(sending), reply)
      return reply
    },
    async send(sending) {
      const { departing, impatient, attempt = 1, body } = sending
      // A body of bytes is large, and an opening has none.
      if (kept.size === 0 || departing || impatient || attempt > 1 || body instanceof Uint8Array)
        return client.send(sending)
      const key = keyOf(sending)
      const reply = kept.get(key)
      kept.delete(key)
      return reply ?? client.send(sending)
    },
  }
}

const keyOf = ({ operation, actor, method, url, headers, body, purpose, expects }: Sending): string =>
  JSON.stringify([operation, actor, method, url, headers, body, purpose ?? 'judged', expects ?? 'any'])

/** The opening of an API as a request; null if it has none. */
export function openingOf(api: Api, baseUrl: string): Sending | null {
  const operation = api.opening && api.operations[api.opening.operation]
  if (!api.opening || !operation) return null
  const { method, path, headers, body } = encode(operation, {})
  return { api: api.name, check: 'address', method, url: baseUrl + path, headers, body, ...api.opening }
}
