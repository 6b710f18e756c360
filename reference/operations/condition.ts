/** When a fault or a variant acts. All given conditions have to hold; none depends on the order of arrival. */
import { type Circumstances, type Earlier, hashOf } from './circumstances.ts'

export interface When<It = never, Args extends readonly unknown[] = never[]> {
  /** The caller has this role, or one of these. */
  readonly role?: string | readonly string[]
  /** Holds for the call and the other arguments of the changed part. */
  readonly where?: (it: It, ...args: Args) => boolean
  /** The nth request of the operation about the same thing, the first being 1. */
  readonly nth?: number
  /** The nth such request and all after it. */
  readonly from?: number
  /** Every nth such request. */
  readonly every?: number
  /** One in n kinds of requests, distinguished by role and values: for requests that are not about a stored object. */
  readonly oneIn?: number
  /** While another request of the same operation, caller and origin is being answered. */
  readonly overlapping?: true
  /** After a request of this kind about the same thing. */
  readonly after?: Partial<Pick<Earlier, 'operation' | 'outcome'>> & { readonly by?: 'same' | 'another' }
}

/** Whether the condition depends on earlier requests. */
export const looksBack = ({ nth, from, every, after }: When): boolean =>
  nth !== undefined || from !== undefined || every !== undefined || after !== undefined

export function holds(when: When, about: Circumstances, it: unknown, args: readonly unknown[]): boolean {
  const { role, where, oneIn, after } = when
  if (role !== undefined && ![role].flat().includes(about.role)) return false
  if (where && !(where as (...given: unknown[]) => boolean)(it, ...args)) return false
  if (oneIn !== undefined && hashOf(`${about.operation} ${about.role} ${about.steady}`) % oneIn !== 0) return false
  if (when.overlapping && !about.overlapping) return false
  if (after && !about.earlier.some(one => isLike(one, after, about))) return false
  return countFits(when, about)
}

function isLike(
  one: Earlier,
  { operation, outcome, by }: NonNullable<When['after']>,
  { caller }: Circumstances,
): boolean {
  if (operation !== undefined && one.operation !== operation) return false
  if (outcome !== undefined && one.outcome !== outcome) return false
  return by === undefined || (one.caller === caller) === (by === 'same')
}

function countFits({ nth, from, every }: When, { earlier, operation }: Circumstances): boolean {
  if (nth === undefined && from === undefined && every === undefined) return true
  const count = 1 + earlier.filter(one => one.operation === operation).length
  return (nth === undefined || count === nth) && (from === undefined || count >= from) && count % (every ?? 1) === 0
}
