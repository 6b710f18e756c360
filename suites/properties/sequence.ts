/** Runs sequences of requests against a small model, which states what the contract promises after each step. */
import { isDeepStrictEqual } from 'node:util'
import {
  type About,
  bodyOf,
  broken,
  type Exchange,
  elementsWhere,
  holds,
  isObject,
  openingSequence,
  predicate,
  property,
  type Reply,
  type Step,
  sequenceArbitrary,
  shown,
  steadySequence,
  type Tried,
  valueAt,
} from '../../harness/index.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import type { World } from '../messaging/world.ts'

type Members = Readonly<Record<string, unknown>>

/** What the reply to one step has to be, as plain data. */
export interface Promised {
  readonly outcome: 'success' | 'error' | 'either'
  readonly codes?: readonly string[]
  /** Members of the reply. */
  readonly has?: Members
  /** This many integers are expected at this pointer, none of them among the known ones. */
  readonly newIntegers?: { readonly at: string; readonly count: number; readonly known: readonly number[] }
  readonly list?: string
  readonly lists?: readonly { readonly where: Members; readonly has: Members }[]
  readonly lacks?: readonly Members[]
}

export interface Done {
  /** The step in words. */
  readonly did: string
  readonly reply: Reply
  readonly promised: Promised
}

export interface Sequence<Model> {
  /** By name; the first makes what the others act on. Null if the step makes no sense in the current state. */
  readonly actions: Readonly<Record<string, (model: Model, step: Step) => Promise<Done | null>>>
  readonly begin: () => Promise<Model>
  readonly runs: number
  /** How many steps a sequence has at most. */
  readonly most: number
  /** Actions that are repeated one round after another, so that an effect is checked several times. */
  readonly round?: readonly string[]
}

/** The thing that a step acts on, counted from the latest. */
export const chosen = <T>(all: readonly T[], { pick }: Pick<Step, 'pick'>): T =>
  all[all.length - 1 - (pick % all.length)] as T

/** Enough rounds of three actions to find a fault of every third time. */
const LONGEST = 12

interface SequenceArgs extends Members {
  readonly steps: readonly { readonly did: string; readonly promised: Promised }[]
}

/** Each reply keeps what the model promised for its step. */
const asPromised = predicate('sequence.as-promised', (exchanges, { steps }: SequenceArgs) => {
  const sequence = steps.map(({ did }, index) => `${index + 1}. ${did}`).join('; ')
  for (const [index, { promised }] of steps.entries()) {
    const wrong = mismatch(exchanges[index], promised)
    if (wrong) return broken(`${wrong.expected} at step ${index + 1} of: ${sequence}`, wrong.actual, wrong.about)
  }
  return holds
})

export async function sequence<Model>(
  world: World,
  { actions, begin, runs, most, round = [] }: Sequence<Model>,
): Promise<void> {
  const names = Object.keys(actions)
  const steady = { label: 'the same over and over', arbitrary: () => steadySequence(names, round, LONGEST) }
  await property(world, {
    first: [
      ...(round.length > 0 ? [steady] : []),
      { label: 'the usual sequence', arbitrary: () => openingSequence(names, most) },
    ],
    others: [{ label: 'a sequence', arbitrary: () => sequenceArbitrary(names, most) }],
    runs,
    action: async steps => {
      const model = await begin()
      const done: Done[] = []
      for (const step of steps) {
        const one = await actions[step.action]?.(model, step)
        if (!one) continue
        done.push(one)
        // While a run is only reconstructed from a record, replies name things that were not made, so a mismatch means nothing.
        if (!world.generation.onTried && mismatch(one.reply.exchange, one.promised)) break
      }
      return done.length === 0 ? null : claimed(done)
    },
  })
}

/** The steps that were taken, as one claim. */
export const claimed = (done: readonly Done[]): Tried => ({
  replies: done.map(({ reply }) => reply),
  predicate: asPromised,
  args: { steps: done.map(({ did, promised }) => ({ did, promised })) },
})

interface Mismatch {
  readonly expected: string
  readonly actual: string
  readonly about?: About
}

function mismatch(exchange: Exchange | undefined, promised: Promised): Mismatch | null {
  const is = exchange ? outcomeOf(exchange) : 'neither'
  const right = promised.outcome === 'either' ? is !== 'neither' : is === promised.outcome
  const wrongOutcome = (): Mismatch => ({
    ...{ expected: inWords(promised), actual: bodyOf(exchange) },
    ...(promised.outcome !== 'success' && { about: { refusal: true } }),
  })
  if (!right) return wrongOutcome()
  const json = isObject(exchange?.json) ? exchange.json : {}
  if (promised.codes && !promised.codes.includes(String(json['code']))) return wrongOutcome()
  for (const [name, value] of Object.entries(promised.has ?? {}))
    if (!isDeepStrictEqual(json[name], value))
      return { expected: `${name} to be ${shown(value)}`, actual: shown(json[name]) }
  return wrongIntegers(json, promised) ?? wrongList(json, promised)
}

function wrongIntegers(json: Members, { newIntegers }: Promised): Mismatch | null {
  if (!newIntegers) return null
  const { at, count, known } = newIntegers
  const value = valueAt(json, at)
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const right =
    list.length === count && new Set(list).size === count && list.every(id => Number.isInteger(id) && !isIn(known, id))
  return right ? null : { expected: `${count} new integers at ${at}`, actual: shown(value) }
}

const isIn = (known: readonly number[], id: unknown): boolean => known.includes(id as number)

function wrongList(json: Members, { list = '', lists = [], lacks = [] }: Promised): Mismatch | null {
  const elements = valueAt(json, list)
  for (const { where, has } of lists) {
    const [found] = elementsWhere(elements, where)
    if (!found) return { expected: `${list} to list ${shown(where)}`, actual: 'it does not' }
    for (const [name, value] of Object.entries(has)) {
      const actual = (found as Members)[name]
      if (!isDeepStrictEqual(actual, value))
        return { expected: `${name} of ${shown(where)} to be ${shown(value)}`, actual: shown(actual) }
    }
  }
  const extra = lacks.find(where => elementsWhere(elements, where).length > 0)
  return extra ? { expected: `${list} not to list ${shown(extra)}`, actual: 'it does' } : null
}

function inWords({ outcome, codes }: Promised): string {
  if (outcome === 'success') return 'a success envelope'
  const code = codes ? ` with code ${codes.join(' or ')}` : ''
  return outcome === 'error' ? `an error envelope${code}` : 'a success or an error envelope'
}
