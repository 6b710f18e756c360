/** The inventory: what a session creates in the target, what is removed at the end, and what is left behind. */
import type { Report } from '../../generated/formats.ts'
import type { Reply } from '../http/client.ts'
import type { Actor } from '../people/actor.ts'
import type { Removal } from '../provision/fixture-kind.ts'
import type { Provisioner } from '../provision/provisioner.ts'
import { Undecided } from '../undecided.ts'

export interface Inventory {
  readonly leftovers: Report['leftovers']
  /** Something was created. `remove` removes it, or says why it stays; without it, the provisioner is asked. */
  made(kind: string, id: number | string, remove?: Removal): void
  /** A check has removed it with a request of the contract. */
  gone(kind: string, id: number | string): void
  /** Removes what exclusive checks do not use, once the overlapping ones are over. What it cannot remove is left to the end. */
  cleanEarly(): Promise<void>
  /** Removes what was made, newest first; what stays becomes a leftover. */
  cleanUp(): Promise<void>
  /** How many things clean-up still has to remove; null if no clean-up is under way. */
  toRemove(): number | null
}

/** After so many removals without a reply, no more are tried: of one kind if only that kind is silent, else of any. */
const MOST_SILENCES = 3

/** How to record and remove what accepted requests of an API leave in a target. */
export interface LeftoverRules {
  /** Kinds that no exclusive check uses. */
  readonly early: readonly string[]
  /** Kinds that can be removed only when nothing uses them any more; the users come before what they use. */
  readonly usedByOthers: readonly string[]
  /** Kinds that everything else belongs to. */
  readonly last: readonly string[]
  record(book: Inventory, provisioner: Provisioner): RecordMade
}

export type RecordMade = (
  operation: string,
  sent: Readonly<Record<string, unknown>>,
  reply: Reply,
  actor: Actor,
) => void

/** How a session keeps track of what it creates: everything is recorded, and names contain the run's id. */
export interface Traces {
  readonly runId: string
  readonly record: RecordMade
}

interface Thing {
  readonly kind: string
  readonly id: number | string
  readonly remove: Removal | undefined
}

interface Failed {
  readonly thing: Thing
  readonly why: string
  readonly wasSilent: boolean
}

/** `shown` removes secrets from the ids and reasons of leftovers. */
export function inventory(
  provisioner: Provisioner,
  shown: (text: string) => string = text => text,
  order: Pick<LeftoverRules, 'early' | 'usedByOthers' | 'last'> = { early: [], usedByOthers: [], last: [] },
  impatient: () => boolean = () => false,
): Inventory {
  const things = new Map<string, Thing>()
  /** What disappeared while other things were being removed. */
  const removed = new Set<string>()
  let cleaning = false
  let toRemove = 0
  const leftovers: Report['leftovers'] = []
  const key = (kind: string, id: number | string): string => `${kind} ${id}`

  const discard = async ({ kind, id }: Thing): Promise<void> => {
    if (!provisioner.offers('discard')) throw new Error('the contract offers no removal')
    await provisioner.provide('discard', { kind, id })
  }
  /** For each kind: how many removals got no reply since the last one of that kind that did. */
  const unanswered = new Map<string, number>()
  /** The kinds with a removal that got no reply, since the last one of any kind that did. */
  const silentKinds = new Set<string>()
  let answered = false
  const isGivenUp = (kind: string): boolean => {
    const most = impatient() ? 1 : MOST_SILENCES
    const together = [...unanswered.values()].reduce((sum, one) => sum + one, 0)
    return (unanswered.get(kind) ?? 0) >= most || silentKinds.size >= most || (!answered && together >= most)
  }
  const removeThing = async (thing: Thing): Promise<Failed[]> => {
    const { kind, id, remove } = thing
    if (removed.has(key(kind, id))) return []
    try {
      if (typeof remove === 'string') throw new Error(remove)
      if (isGivenUp(kind)) throw new Error('the target gave no reply')
      await (remove ? remove() : discard(thing))
      unanswered.delete(kind)
      silentKinds.clear()
      answered = true
      return []
    } catch (error) {
      const wasSilent = error instanceof Undecided && error.reason === 'unreachable'
      if (wasSilent) {
        unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1)
        silentKinds.add(kind)
      }
      return [{ thing, why: shown((error as Error).message), wasSilent }]
    }
  }

  return {
    leftovers,
    made(kind, id, remove) {
      const known = key(kind, id)
      if (!things.has(known)) things.set(known, { kind, id, remove })
    },
    gone: (kind, id) => void (cleaning ? removed.add(key(kind, id)) : things.delete(key(kind, id))),
    async cleanEarly() {
      const due = [...things.values()].filter(({ kind }) => order.early.includes(kind)).reverse()
      const notRemoved = new Set((await atATime(due, removeThing, () => AT_A_TIME)).map(({ thing }) => thing))
      for (const thing of due) if (!notRemoved.has(thing)) things.delete(key(thing.kind, thing.id))
    },
    toRemove: () => (cleaning ? toRemove : null),
    async cleanUp() {
      const newestFirst = [...things.values()].reverse()
      things.clear()
      cleaning = true
      const failures = new Map<Thing, Failed>()
      const isAnswered = (thing: Thing): boolean => failures.get(thing)?.wasSilent === false
      toRemove = newestFirst.length
      const removeCounted = async (thing: Thing): Promise<Failed[]> => {
        const failed = await removeThing(thing)
        if (failed.length === 0) toRemove--
        return failed
      }
      const removeAll = async (due: readonly Thing[], most: () => number): Promise<void> => {
        for (const thing of due) failures.delete(thing)
        for (const failed of await atATime(due, removeCounted, most)) failures.set(failed.thing, failed)
      }
      for (const stage of stagesOf(newestFirst, order)) {
        let due = stage
        for (let before = Number.POSITIVE_INFINITY; due.length > 0 && due.length < before; ) {
          before = due.length
          await removeAll(due, () => (answered ? AT_A_TIME : 1))
          due = due.filter(thing => isAnswered(thing) && order.usedByOthers.includes(thing.kind))
        }
      }
      // A removal that failed while others were under way may succeed alone.
      if (!impatient()) await removeAll([...failures.keys()].filter(isAnswered).slice(0, MOST_AGAIN), () => 1)
      cleaning = false
      removed.clear()
      for (const thing of newestFirst) {
        const failed = failures.get(thing)
        const { kind, id } = thing
        if (failed) leftovers.push({ kind, id: typeof id === 'string' ? shown(id) : id, why: failed.why })
      }
    },
  }
}

/** How many removals are tried once more, one after the other. */
const MOST_AGAIN = 20

/** How many removals are under way at a time, once the target has answered one. */
const AT_A_TIME = 48

/** What may be removed at the same time: what uses others, then what others use (retried if refused), then the rest. */
function stagesOf(
  things: readonly Thing[],
  { usedByOthers, last }: Pick<LeftoverRules, 'usedByOthers' | 'last'>,
): Thing[][] {
  const staged = new Set([...usedByOthers, ...last])
  const of = (kinds: readonly string[]): Thing[] => kinds.flatMap(kind => things.filter(thing => thing.kind === kind))
  return [things.filter(({ kind }) => !staged.has(kind)), of(usedByOthers), of(last)]
}

/** Runs the action for each, in order, at most `most()` at a time. */
async function atATime<T, R>(all: readonly T[], action: (one: T) => Promise<R[]>, most: () => number): Promise<R[]> {
  const results: R[] = []
  const underWay = new Set<Promise<void>>()
  for (const one of all) {
    while (underWay.size >= most()) await Promise.race(underWay)
    const doing: Promise<void> = action(one).then(made => {
      results.push(...made)
      underWay.delete(doing)
    })
    underWay.add(doing)
  }
  await Promise.all(underWay)
  return results
}
