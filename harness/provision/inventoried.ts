/** A provisioner that adds what it creates to the inventory, and puts the run's id in its name. */

import type { Api } from '../api.ts'
import type { Actor } from '../people/actor.ts'
import type { Inventory } from '../run/inventory.ts'
import { Undecided } from '../undecided.ts'
import { type FixtureValue, type Leaving, leftByFixture, type Removal } from './fixture-kind.ts'
import type { Provisioner } from './provisioner.ts'

export interface InventoriedParts {
  readonly api: Api | undefined
  readonly book: Inventory
  readonly runId: string
  /** The actor with this email address, if we have the credentials. */
  readonly actor: (email: string) => Actor | undefined
  readonly learn: (secret: string) => void
}

export function inventoried(provisioner: Provisioner, parts: InventoriedParts): Provisioner {
  if (provisioner.lends) return provisioner
  let named = 0
  const givenBefore = new Set<string>()
  const wishesFor = (kind: string): FixtureValue =>
    parts.api?.fixtures?.kinds[kind]?.named ? { name: `assay ${parts.runId} fixture ${++named}` } : {}
  const requireNew = (name: string, withWhat: FixtureValue, value: FixtureValue): void => {
    const kind = parts.api?.fixtures?.kinds[name] ?? {}
    const left = kind.anew ? leftByFixture(kind, withWhat, value) : null
    if (!left) return
    const says = `only the ${left.kind} that it gave before (${left.id}), and each has to be a new one`
    if (givenBefore.has(`${name} ${left.id}`)) throw new Undecided({ kind: 'fixture-unavailable', fixture: name, says })
    givenBefore.add(`${name} ${left.id}`)
  }
  return {
    ...provisioner,
    async provide(kind, withWhat) {
      const value = await provisioner.provide(kind, { ...wishesFor(kind), ...withWhat })
      if (provisioner.isLent(value)) return value
      requireNew(kind, withWhat, value)
      addToInventory(kind, withWhat, value, parts)
      return value
    },
  }
}

function addToInventory(name: string, withWhat: FixtureValue, value: FixtureValue, parts: InventoriedParts): void {
  const kind = parts.api?.fixtures?.kinds[name] ?? {}
  for (const { kind: called, id, remove } of kind.leavesToo?.(withWhat, value) ?? [])
    parts.book.made(called, id, remove)
  const left = leftByFixture(kind, withWhat, value)
  if (!left) return
  if (kind.leaves?.secret) parts.learn(String(left.id))
  const removal = removalOf(kind.leaves, left.id, parts.actor(String(withWhat['as'])), parts.api)
  parts.book.made(left.kind, left.id, removal)
}

function removalOf(
  leaves: Leaving | undefined,
  id: number | string,
  actor: Actor | undefined,
  api: Api | undefined,
): Removal | undefined {
  const removedBy = leaves?.removedBy
  if (!removedBy || !actor) return undefined
  return async () => {
    const { exchange } = await actor.sends(removedBy.operation, { [removedBy.parameter]: id }, { observed: true })
    if (api?.replies.outcome(exchange) !== 'success') throw new Error('the target refused its removal')
  }
}
