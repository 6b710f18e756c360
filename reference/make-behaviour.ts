/** A behaviour from the faults and variants that are active: counts occasions, answers handlers. */
import type { Behaviour, Clock, Fault, Mutation, Occasion } from './behaviour.ts'

export interface BehaviourOptions {
  readonly faults?: readonly Fault[]
  readonly variants?: Iterable<string>
  readonly level?: number
  readonly clock?: Clock
  readonly seed?: number
}

type Facts = Readonly<Record<string, unknown>>

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

export function makeBehaviour(options: BehaviourOptions = {}): Behaviour {
  const variants = new Set(options.variants)
  const breaking = new Map<string, (facts: Facts) => boolean>()
  const mutating: { mutations: readonly Mutation[]; occurs: (facts: Facts) => boolean }[] = []
  for (const fault of options.faults ?? []) {
    const occurs = counted(fault.when)
    if (fault.breaks) breaking.set(fault.breaks, either(breaking.get(fault.breaks), occurs))
    if (fault.mutates) mutating.push({ mutations: fault.mutates, occurs })
  }
  return {
    level: options.level ?? 500,
    clock: options.clock ?? systemClock,
    random: seeded(options.seed ?? 1),
    keeps: (rule, facts = none) => !breaking.get(rule)?.(facts),
    uses: variant => variants.has(variant),
    mutations(operation, on, facts = none) {
      if (mutating.length === 0) return untouched
      return mutating.flatMap(({ mutations, occurs }) => {
        const due = mutations.filter(one => concerns(one, operation, on))
        return due.length > 0 && occurs(facts) ? due : untouched
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
function counted(when: Occasion = {}): (facts: Facts) => boolean {
  const { every = 1, after = 0, facts: wanted = none } = when
  const entries = Object.entries(wanted)
  let seen = 0
  return facts => {
    if (!entries.every(([name, value]) => matches(facts[name], value))) return false
    seen += 1
    return seen > after && (seen - after) % every === 0
  }
}

function matches(actual: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(actual) : actual === wanted
}

function either(one: ((facts: Facts) => boolean) | undefined, other: (facts: Facts) => boolean) {
  if (!one) return other
  return (facts: Facts) => {
    const first = one(facts)
    return other(facts) || first
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
