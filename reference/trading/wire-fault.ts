/** A fault that alters replies on the wire, from one row of a table. */
import type { Alteration, Fault, Occasion } from '../behaviour.ts'

/** Ids are written without their `trading.`; the operations are those whose successes are altered. */
export type WireRow = readonly [
  id: string,
  describes: string,
  breaches: string | readonly string[],
  operations: string | readonly string[],
  path: string,
  does: Alteration,
  when?: Occasion,
]

/** What the successes of an operation show; some of it may be lost with whatever is altered in them. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  getSwagger: ['trading.swagger.*'],
  ping: ['trading.ping.pong'],
  getTime: ['trading.time.*'],
  getExchangeInfo: ['trading.markets.*', 'trading.orderbook.*'],
  getCoinsInfo: ['trading.coins.*', 'trading.networks.*'],
  getOrderbook: ['trading.orderbook.*'],
}

export function wireFault([id, describes, breaches, operations, path, does, when]: WireRow): Fault {
  const concerned = [operations].flat()
  return {
    id: `trading.${id}`,
    api: 'trading',
    describes,
    breaches: [breaches].flat().map(one => `trading.${one}`),
    mayAlso: [...concerned.flatMap(operation => shownBy[operation] ?? []), ...lostWith(path)],
    mutates: concerned.map(operation => ({ operation, on: 'success', path, does })),
    ...(when && { when }),
  }
}

/** A reply that is no success envelope is not seen as served. */
function lostWith(path: string): readonly string[] {
  if (path === '' || path === 'status') return ['trading.access.public', 'trading.envelope.*', 'trading.limit.*']
  if (path === 'serverTime') return ['trading.envelope.server-time-milliseconds']
  return path === 'result' ? ['trading.envelope.result'] : []
}
