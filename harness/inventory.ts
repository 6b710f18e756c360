/** The book of what a stay makes in a target: what is removed in the end, and what stays. */
import type { Report } from '../generated/formats.ts'
import type { Actor } from './actor.ts'
import type { Reply } from './http/client.ts'
import type { Removal } from './provision/fixture-kind.ts'
import type { Provisioner } from './provision/provisioner.ts'
import { Undecided } from './undecided.ts'

export interface Inventory {
  readonly leftovers: Report['leftovers']
  /** Something now exists. `remove` takes it away, or says why it stays; without it, the provisioner is asked. */
  made(kind: string, id: number | string, remove?: Removal): void
  /** A check has taken it away by the contract's own way. */
  gone(kind: string, id: number | string): void
  /** Removes what was made, newest first; what stays becomes a leftover. */
  cleanUp(): Promise<void>
}

/** A target that is gone is not waited for again and again. */
const MOST_SILENCES = 3

/** What accepted requests of an API leave in a target. */
export interface LeftoverRules {
  /** Kinds that are removed before all others. */
  readonly first: readonly string[]
  /** Kinds that can be removed only once nothing uses them any more. */
  readonly usedByOthers: readonly string[]
  record(book: Inventory, provisioner: Provisioner): RecordMade
}

export type RecordMade = (
  operation: string,
  sent: Readonly<Record<string, unknown>>,
  reply: Reply,
  actor: Actor,
) => void

/** How a stay stays tidy: everything is written down, and what has a name carries the run's id in it. */
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
  readonly retry: boolean
}

/** `shown` takes secrets out of what a leftover is called. */
export function inventory(
  provisioner: Provisioner,
  shown: (text: string) => string = text => text,
  order: Pick<LeftoverRules, 'first' | 'usedByOthers'> = { first: [], usedByOthers: [] },
  impatient: () => boolean = () => false,
): Inventory {
  const comesFirst = ({ kind }: Thing): boolean => order.first.includes(kind)
  const things = new Map<string, Thing>()
  const removed = new Set<string>()
  const leftovers: Report['leftovers'] = []
  const key = (kind: string, id: number | string): string => `${kind} ${id}`

  const discard = async ({ kind, id }: Thing): Promise<void> => {
    if (!provisioner.offers('discard')) throw new Error('the contract offers no removal')
    await provisioner.provide('discard', { kind, id })
  }
  let silences = 0
  const takeAway = async (thing: Thing): Promise<Failed[]> => {
    const { kind, id, remove } = thing
    if (removed.has(key(kind, id))) return []
    try {
      if (typeof remove === 'string') throw new Error(remove)
      if (silences >= (impatient() ? 1 : MOST_SILENCES)) throw new Error('the target gave no reply')
      await (remove ? remove() : discard(thing))
      silences = 0
      return []
    } catch (error) {
      const silent = error instanceof Undecided && error.reason === 'unreachable'
      if (silent) silences++
      return [{ thing, why: shown((error as Error).message), retry: !silent && order.usedByOthers.includes(kind) }]
    }
  }

  return {
    leftovers,
    made(kind, id, remove) {
      const known = key(kind, id)
      removed.delete(known)
      if (!things.has(known)) things.set(known, { kind, id, remove })
    },
    gone: (kind, id) => void removed.add(key(kind, id)),
    async cleanUp() {
      const newestFirst = [...things.values()].reverse()
      things.clear()
      const stays: Failed[] = []
      for (const thing of [...newestFirst.filter(comesFirst), ...newestFirst.filter(one => !comesFirst(one))])
        stays.push(...(await takeAway(thing)))
      const again = stays.length < newestFirst.length ? stays.filter(({ retry }) => retry) : []
      for (const { thing } of again)
        stays.splice(
          stays.findIndex(one => one.thing === thing),
          1,
          ...(await takeAway(thing)),
        )
      leftovers.push(
        ...stays.map(({ thing: { kind, id }, why }) => ({ kind, id: typeof id === 'string' ? shown(id) : id, why })),
      )
    },
  }
}
