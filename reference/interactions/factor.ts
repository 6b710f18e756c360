/** Factors of a request, and the faults that are made from pairs of them. */
import type { Fault } from '../behaviour.ts'
import type { Change } from '../operations/change.ts'
import { hashOf } from '../operations/circumstances.ts'
import type { When } from '../operations/condition.ts'

/** One feature of a request: its caller, a parameter, a value, an earlier request. */
export interface Factor<It> {
  readonly name: string
  /** The subjects of the factor: two factors with a subject in common are never combined. */
  readonly about: readonly string[]
  readonly when: Pick<When, 'role' | 'nth' | 'after'> & { readonly where?: (it: It) => boolean }
}

/** A violation that occurs only for a pair of factors. */
export interface InteractionFault extends Fault {
  readonly operation: string
  readonly factors: readonly [one: string, other: string]
  /** The kind of violation. */
  readonly breach: string
}

/** A kind of violation of one operation, which faults commit under a condition. */
export interface Seed<It> {
  readonly operation: string
  readonly breach: string
  readonly says: string
  readonly breaches: readonly string[]
  /** The violation's own condition, if it has one: it is one of the two factors then. */
  readonly cause?: Pick<Factor<It>, 'name' | 'about'>
  /** Whether a factor may be one of the pair. */
  readonly admits?: (factor: Factor<It>) => boolean
  /** Whether two factors can hold for one request. */
  readonly joins?: (one: Factor<It>, other: Factor<It>) => boolean
  readonly changes: (when: When) => readonly Change[]
}

/** The condition that both hold. */
function together(one: When, other: When): When {
  const wheres = [one.where, other.where].filter(where => where !== undefined) as ((...given: unknown[]) => boolean)[]
  const where = (...given: unknown[]): boolean => wheres.every(is => is(...given))
  return { ...one, ...other, ...(wheres.length > 0 && { where: where as NonNullable<When['where']> }) }
}

/** The change with one more condition. */
export const also =
  (when: When) =>
  (change: Change): Change => ({ ...change, when: together(change.when, when) })

/** Whether a change has no condition on caller, earlier requests or chance. */
export const alwaysThere = ({ when: { role, nth, from, every, oneIn, overlapping, after } }: Change): boolean =>
  [role, nth, from, every, oneIn, overlapping, after].every(one => one === undefined)

/** A fault's id as one word, without its API. */
export const wordOf = ({ id }: Pick<Fault, 'id'>): string => id.split('.').slice(1).join('-')

type About = Pick<Factor<never>, 'about'>

const haveCommonSubject = (one: About, other: About): boolean => one.about.some(what => other.about.includes(what))

const isOrdinary = ({ about }: About): boolean => !about.includes('operation')

type Pairing<It> = readonly [one: Factor<It>, other?: Factor<It>]

/** The pairs of factors for the faults of a seed: two factors, or one in addition to its cause. */
function pairings<It>(seed: Seed<It>, factors: readonly Factor<It>[]): Pairing<It>[] {
  const { cause, admits = isOrdinary, joins = () => true } = seed
  const usable = factors.filter(factor => !(cause && haveCommonSubject(cause, factor)) && admits(factor))
  if (cause) return usable.filter(({ name }) => name !== cause.name).map(factor => [factor])
  return usable.flatMap((one, at) =>
    usable
      .slice(at + 1)
      .filter(other => !haveCommonSubject(one, other) && joins(one, other))
      .map((other): Pairing<It> => [one, other]),
  )
}

/** At most `most` faults of an operation, evenly distributed over its seeds, always the same ones. */
export function faultsOf<It>(
  api: Fault['api'],
  seeds: readonly Seed<It>[],
  factors: readonly Factor<It>[],
  most: number,
): InteractionFault[] {
  const queues = seeds
    .map(seed => ({ seed, from: hashOf(seed.breach), pairs: pairings(seed, factors) }))
    .filter(({ pairs }) => pairs.length > 0)
    .toSorted((one, other) => one.from - other.from)
  const chosen = new Map<string, InteractionFault>()
  for (let round = 0; chosen.size < most && queues.some(({ pairs }) => pairs.length > round); round++)
    for (const { seed, from, pairs } of queues) {
      const pair = round < pairs.length ? pairs[(from + round * stride(pairs.length)) % pairs.length] : undefined
      if (!pair || chosen.size === most) continue
      const fault = committed(api, seed, pair)
      chosen.set(fault.id, fault)
    }
  return [...chosen.values()]
}

/** A step size with which `count` elements are each visited once, in an order that jumps far. */
function stride(count: number): number {
  const divides = (one: number, other: number): number => (other === 0 ? one : divides(other, one % other))
  let step = Math.max(1, Math.floor(count * 0.618))
  while (divides(count, step) !== 1) step++
  return step
}

function committed<It>(api: Fault['api'], seed: Seed<It>, [one, other]: Pairing<It>): InteractionFault {
  const when = together(one.when as When, (other?.when ?? {}) as When)
  return faultOf(api, seed, other ? [one.name, other.name] : [seed.cause?.name ?? '', one.name], when)
}

function faultOf<It>(
  api: Fault['api'],
  seed: Seed<It>,
  factors: readonly [string, string],
  when: When,
): InteractionFault {
  const { operation, breach, says, breaches } = seed
  return {
    id: `${api}.pair.${operation}.${breach}.${factors.join('.')}`,
    api,
    describes: `${says}, only with ${factors.join(' and ')}`,
    breaches,
    changes: seed.changes(when),
    derived: true,
    operation,
    factors,
    breach,
  }
}
