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
export function together(one: When, other: When): When {
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

/** All faults that a seed makes with factors of its operation. */
export function pairsOf<It>(api: Fault['api'], seed: Seed<It>, factors: readonly Factor<It>[]): InteractionFault[] {
  const usable = factors.filter(factor => !(seed.cause && meet(seed.cause, factor)) && (seed.admits?.(factor) ?? true))
  if (seed.cause) {
    const { name } = seed.cause
    return usable.map(factor => faultOf(api, seed, [name, factor.name], factor.when as When))
  }
  return usable.flatMap((one, at) =>
    usable
      .slice(at + 1)
      .filter(other => !meet(one, other) && (seed.joins?.(one, other) ?? true))
      .map(other => faultOf(api, seed, [one.name, other.name], together(one.when as When, other.when as When))),
  )
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

/** So many of them, as many of each breach as can be, always the same. */
export function selected(faults: readonly InteractionFault[], most: number): InteractionFault[] {
  const queues = new Map<string, InteractionFault[]>()
  for (const fault of faults.toSorted((a, b) => hashOf(a.id) - hashOf(b.id)))
    queues.set(fault.breach, [...(queues.get(fault.breach) ?? []), fault])
  const chosen: InteractionFault[] = []
  while (chosen.length < most && [...queues.values()].some(queue => queue.length > 0))
    for (const queue of queues.values()) chosen.push(...queue.splice(0, 1))
  return chosen.slice(0, most)
}
