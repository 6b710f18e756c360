/** Writing requests that were sent again after "slow down": a gateway may say so although the first one was carried out. */
import type { Exchange } from '../evidence/exchange.ts'
import type { Sending } from './sending.ts'

const repeated = new WeakSet<Exchange>()

export function noteRepeated({ method }: Pick<Sending, 'method'>, exchange: Exchange): void {
  if (method !== 'GET' && method !== 'HEAD') repeated.add(exchange)
}

export const isRepeatedWrite = (exchange: Exchange): boolean => repeated.has(exchange)
