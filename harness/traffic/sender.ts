/** What a request reveals about its sender and its purpose. */
import type { Exchange } from '../evidence/exchange.ts'

/** Who sent it, by its credentials, which are placeholders here. */
export const callerOf = ({ request: { headers } }: Exchange): string | null =>
  headers['authorization'] ?? headers['cookie'] ?? null

/** Whether a request may change something, by its method alone: for requests that the contract does not describe. */
export const mayChange = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
