/** Makes a behaviour from the active faults and variants. */
import type { Behaviour, Clock, Fault, Mutation, Occasion, Variant } from './behaviour.ts'
import type { Change } from './operations/change.ts'
import type { Circumstances } from './operations/circumstances.ts'
import { holds, looksBack } from './operations/condition.ts'
import { deploying } from './operations/deploy.ts'

export interface BehaviourOptions {
  readonly faults?: readonly Fault[]
  readonly variants?: readonly Pick<Variant, 'id' | 'changes'>[]
  readonly level?: number | undefined
  readonly clock?: Clock | undefined
  readonly seed?: number | undefined
  readonly onDeparture?: (() => void) | undefined
}

type Facts = Readonly<Record<string, unknown>>

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

export function makeBehaviour(options: BehaviourOptions = {}): Behaviour {
  const { faults = [], variants: used = [] } = options
  const changes = [...used, ...faults].flatMap(one => one.changes ?? []).map(reporting(options.onDeparture))
  const altering = faults.filter(({ mutates }) => mutates)
  return {
    level: options.level ?? 500,
    clock: options.clock ?? systemClock,
    random: seeded(options.seed ?? 1),
    changes,
    deployed: deploying(changes),
    looksBack: changes.some(({ when }) => looksBack(when)),
    mutations: (operation, on, facts = none, about) =>
      altering.flatMap(({ mutates = [], when }) =>
        occurs(when, facts, about) ? mutates.filter(one => concerns(one, operation, on)) : [],
      ),
  }
}

/** A change that reports each time it acts; a change of a rule acts only if the rule refuses. */
const reporting =
  (report: (() => void) | undefined) =>
  (change: Change): Change => {
    if (report === undefined) return change
    const ofRule = ['drop', 'refuseOtherwise', 'uponRefusal'].includes(change.verb)
    const does: Change['does'] = part => {
      const acts = change.does(part)
      return (...given) => {
        if (!ofRule || part(...given) !== undefined) report()
        return acts(...given)
      }
    }
    return { ...change, does }
  }

const none: Facts = Object.freeze({})

function concerns(mutation: Mutation, operation: string, on: 'success' | 'error'): boolean {
  return (
    (mutation.operation === '*' || mutation.operation === operation) && (mutation.on === 'any' || mutation.on === on)
  )
}

function occurs(when: Occasion | undefined, facts: Facts, about: Circumstances | undefined): boolean {
  const { oneIn, facts: wanted = none } = when ?? {}
  if (!Object.entries(wanted).every(([name, value]) => [value].flat().includes(facts[name]))) return false
  return oneIn === undefined || (about !== undefined && holds({ oneIn }, about, undefined, []))
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
