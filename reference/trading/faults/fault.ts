/** Builders of trading faults. Ids and requirements are written without their `trading.`. */
import type { Alteration, Fault } from '../../behaviour.ts'
import { breachedBy, type Ids, weightOf } from '../../breached.ts'
import { mutate } from '../../mutate.ts'
import { alter, type Change } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import { envelope } from '../envelope.ts'
import type { Call } from '../operation.ts'
import { same } from '../public-operations.ts'

/** The requirements that a fault violates; by default the one that its id begins with: all of it but its last word. */
interface Breaching {
  readonly breaches?: Ids
}

/** A fault that changes named parts of operations or stages. Each change has its own condition. */
export function fault(
  id: string,
  describes: string,
  changes: Change | readonly Change[],
  { breaches, ...more }: Breaching & Pick<Fault, 'budget'> = {},
): Fault {
  return made(id, describes, breaches, { changes: [changes].flat(), ...more })
}

/** A fault that alters the successes of operations on the wire, always or under a condition. */
export const onReplies =
  (operations: Ids) =>
  (
    id: string,
    describes: string,
    path: string,
    does: Alteration,
    { breaches, ...when }: Breaching & When<Call, [result: unknown]> = {},
  ): Fault => {
    const of = [operations].flat()
    const mutates = of.map(operation => ({ operation, on: 'success' as const, path, does }))
    if (Object.keys(when).length === 0) return made(id, describes, breaches, { mutates })
    const where: typeof when.where = (call, result) =>
      of.includes(call.about.operation) && (when.where?.(call, result) ?? true)
    const change = alter(envelope, 'body', body => mutate(body, mutates.slice(0, 1)), { ...when, where })
    return made(id, describes, breaches, { changes: [change] })
  }

export const enveloped = ['ping', 'getTime', 'getExchangeInfo', 'getCoinsInfo', 'getOrderbook']

function made(
  id: string,
  describes: string,
  breaches: Ids | undefined,
  does: Pick<Fault, 'changes' | 'mutates' | 'budget'>,
): Fault {
  const whole = breachedBy('trading', id, breaches)
  return { id: `trading.${id}`, api: 'trading', describes, breaches: whole, ...does, ...weightOf(whole) }
}

/** The index of the requested market in the list, and that market. */
const placeOf = ({ listing, params }: Call): number =>
  listing().markets.findIndex(({ symbol }) => same(symbol, params.get('symbol') ?? ''))
const marketOf = (call: Call) => call.listing().markets[placeOf(call)]

/** Conditions that faults of several areas share. */
export const bySymbol = { where: ({ params }: Call) => params.has('symbol') }
export const whole = { where: ({ params }: Call) => !params.has('symbol') }
export const withDigits = { where: ({ params }: Call) => /[0-9]/.test(params.get('symbol') ?? '') }
export const ofInactive = { where: (call: Call) => marketOf(call)?.isActive === false }
export const ofQuote = (quote: string) => ({ where: (call: Call) => marketOf(call)?.quote === quote })
export const ofMarket = (symbol: string) => ({ where: ({ params }: Call) => params.get('symbol') === symbol })
/** Every nth market in the list. */
export const ofEvery = (nth: number) => ({ where: (call: Call) => placeOf(call) % nth === nth - 1 })
/** The result is an empty list. */
export const unlisted = { where: (_call: Call, result: unknown) => Array.isArray(result) && result.length === 0 }
export const namesLanguage = { where: ({ request }: Call) => request.header('accept-language') !== undefined }
