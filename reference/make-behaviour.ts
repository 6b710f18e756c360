/** A behaviour from the faults and variants that are active: counts occasions, answers handlers. */
import type { Behaviour, Clock, Fault, Mutation, Occasion, Variant } from './behaviour.ts'
import type { Circumstances } from './operations/circumstances.ts'
import { holds, looksBack } from './operations/condition.ts'
import { deploying } from './operations/deploy.ts'

export interface BehaviourOptions {
  readonly faults?: readonly Fault[]
  readonly variants?: readonly Pick<Variant, 'id' | 'changes'>[]
  readonly level?: number
  readonly clock?: Clock
  readonly seed?: number
}

type Facts = Readonly<Record<string, unknown>>
type Occurs = (facts: Facts, about?: Circumstances) => boolean

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

export function makeBehaviour(options: BehaviourOptions = {}): Behaviour {
  const { faults = [], variants: used = [] } = options
  const variants = new Set(used.map(({ id }) => id))
  const changes = [...used, ...faults].flatMap(one => one.changes ?? [])
  const breaking = new Map<string, Occurs>()
  const mutating: { mutations: readonly Mutation[]; occurs: Occurs }[] = []
  for (const fault of faults) {
    const occurs = counted(fault.when)
    if (fault.breaks) breaking.set(fault.breaks, either(breaking.get(fault.breaks), occurs))
    if (fault.mutates) mutating.push({ mutations: fault.mutates, occurs })
  }
  return {
    level: options.level ?? 500,
    clock: options.clock ?? systemClock,
    random: seeded(options.seed ?? 1),
    changes,
    deployed: deploying(changes),
    looksBack: changes.some(({ when }) => looksBack(when)),
    keeps: (rule, facts = none, about) => !breaking.get(rule)?.(facts, about),
    uses: variant => variants.has(variant),
    mutations(operation, on, facts = none, about) {
      if (mutating.length === 0) return untouched
      return mutating.flatMap(({ mutations, occurs }) => {
        const due = mutations.filter(one => concerns(one, operation, on))
        return due.length > 0 && occurs(facts, about) ? due : untouched
      })
    },
  }
}

const none: Facts = Object.freeze({})
const untouched: readonly Mutation[] = Object.freeze([])

function concerns(mutation: Mutation, operation: string, on: 'success' | 'error'): boolean {
  return (
    (mutation.operation === '*' || mutation.operation === operation) && (mutation.on === 'any' || mutation.on === on)
  )
}

/** Says on each opportunity whether the fault shows; only opportunities whose facts match are counted. */
function counted(when: Occasion = {}): Occurs {
  const { every = 1, after = 0, oneIn, facts: wanted = none } = when
  const entries = Object.entries(wanted)
  let seen = 0
  return (facts, about) => {
    if (!entries.every(([name, value]) => matches(facts[name], value))) return false
    if (oneIn !== undefined) return about !== undefined && holds({ oneIn }, about, undefined, [])
    seen += 1
    return seen > after && (seen - after) % every === 0
  }
}

function matches(actual: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(actual) : actual === wanted
}

function either(one: Occurs | undefined, other: Occurs): Occurs {
  if (!one) return other
  return (facts, about) => {
    const first = one(facts, about)
    return other(facts, about) || first
  }
}

/** Mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
