/** What a request tells of its sender and of its purpose. */
import type { Exchange } from '../evidence/exchange.ts'

/** Who called, as far as credentials tell; they are placeholders here. */
export const callerOf = ({ request: { headers } }: Exchange): string | null =>
  headers['authorization'] ?? headers['cookie'] ?? null

/** By its method alone: for what the contract does not describe. */
export const mayChange = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
