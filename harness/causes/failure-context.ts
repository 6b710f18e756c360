/** How other requests may have caused a failure: what they changed before it, and what was under way at the same time. */
import type { ClaimRecord, JudgedRequirement } from '../../generated/formats.ts'
import type { Replies } from '../replies.ts'

export type OtherRequests = Pick<Replies, 'before' | 'beside' | 'isOneAddress' | 'isOneQuery'>
export type FailureContext = Pick<JudgedRequirement, 'before' | 'meanwhile'>

export function contextOf(
  decisive: ClaimRecord,
  claims: readonly ClaimRecord[],
  replies: OtherRequests,
): FailureContext {
  const n = decisive.exchanges.at(-1)
  if (n === undefined) return {}
  const before = replies.before(n, idsIn(decisive), `${decisive.expected} ${decisive.tried ?? ''}`)
  const meanwhile = onlyBesideOthers(n, claims, replies) ? replies.beside(n) : []
  return {
    ...(before.length > 0 && { before: [...before] }),
    ...(meanwhile.length > 0 && { meanwhile: [...meanwhile] }),
  }
}

/** The ids that a predicate looked for. */
function idsIn({ args }: ClaimRecord): unknown[] {
  const where = args['where'] as Readonly<Record<string, unknown>> | undefined
  return [args['id'], args['group'], where?.['id']].filter(id => Number.isInteger(id))
}

/** Often enough to rule out coincidence. */
const OFTEN = 2

/** Whether it failed only while another request to the same address was under way, and held for the same query without one. */
function onlyBesideOthers(n: number, claims: readonly ClaimRecord[], replies: OtherRequests): boolean {
  const isAlone = (one: number): boolean => replies.isOneAddress(n, one) && replies.beside(one).length === 0
  const alone = (outcome: ClaimRecord['outcome']): number[] =>
    claims.filter(claim => claim.outcome === outcome).flatMap(({ exchanges }) => exchanges.filter(isAlone))
  const held = alone('holds')
  return alone('broken').length === 0 && held.length >= OFTEN && held.some(one => replies.isOneQuery(n, one))
}

export function contextInWords({ before, meanwhile }: FailureContext): string {
  const changes = before ? ` Before it: ${before.join('; ')}.` : ''
  return meanwhile ? `${changes} ${besideInWords(meanwhile)}.` : changes
}

function besideInWords(exchanges: readonly number[]): string {
  const [requests, was] = exchanges.length === 1 ? ['Another request', 'was'] : ['Other requests', 'were']
  const named = `exchange${exchanges.length === 1 ? '' : 's'} ${exchanges.join(', ')}`
  return `${requests} to the same address ${was} under way at the same time (${named}); without one it held`
}
