/** Factors of a request, and what two of them together are called. */
import type { Fault } from '../behaviour.ts'
import type { Change } from '../operations/change.ts'
import { hashOf } from '../operations/circumstances.ts'
import type { When } from '../operations/condition.ts'

/** One thing about a request: who asks, a parameter, a value, what came before. */
export interface Factor<It> {
  readonly name: string
  /** What it is about: no two factors about the same meet. */
  readonly about: readonly string[]
  readonly when: Pick<When, 'role' | 'nth' | 'after'> & { readonly where?: (it: It) => boolean }
}

/** A breach that is committed only for a pair of factors. */
export interface InteractionFault extends Fault {
  readonly operation: string
  readonly factors: readonly [one: string, other: string]
  /** What kind of breach it is. */
  readonly breach: string
}

/** A kind of breach of one operation, to be committed under a condition. */
export interface Seed<It> {
  readonly operation: string
  readonly breach: string
  readonly says: string
  readonly breaches: readonly string[]
  /** What it is about itself, where that is one of the two factors already. */
  readonly cause?: Pick<Factor<It>, 'name' | 'about'>
  /** Whether a factor may be one of the two. */
  readonly admits?: (factor: Factor<It>) => boolean
  /** Whether two factors can be true of one request. */
  readonly joins?: (one: Factor<It>, other: Factor<It>) => boolean
  readonly changes: (when: When) => readonly Change[]
}

/** The condition that both are true. */
function together(one: When, other: When): When {
  const wheres = [one.where, other.where].filter(where => where !== undefined) as ((...given: unknown[]) => boolean)[]
  const where = (...given: unknown[]): boolean => wheres.every(is => is(...given))
  return { ...one, ...other, ...(wheres.length > 0 && { where: where as NonNullable<When['where']> }) }
}

/** A change that is made under one more condition. */
export const also =
  (when: When) =>
  (change: Change): Change => ({ ...change, when: together(change.when, when) })

type About = Pick<Factor<never>, 'about'>

const meet = (one: About, other: About): boolean => one.about.some(what => other.about.includes(what))

const isOrdinary = ({ about }: About): boolean => !about.includes('operation')

type Pairing<It> = readonly [one: Factor<It>, other?: Factor<It>]

/** The factors that make a fault of a seed: two of them, or one beside its own cause. */
function pairings<It>(seed: Seed<It>, factors: readonly Factor<It>[]): Pairing<It>[] {
  const { cause, admits = isOrdinary, joins = () => true } = seed
  const usable = factors.filter(factor => !(cause && meet(cause, factor)) && admits(factor))
  if (cause) return usable.filter(({ name }) => name !== cause.name).map(factor => [factor])
  return usable.flatMap((one, at) =>
    usable
      .slice(at + 1)
      .filter(other => !meet(one, other) && joins(one, other))
      .map((other): Pairing<It> => [one, other]),
  )
}

/** So many faults of an operation, as many of each seed as can be, always the same ones. */
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

/** A step that meets every one of so many, far from the one before. */
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
