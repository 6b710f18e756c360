/** A world outside of any run: for looking at a target without judging it. */
import type { Needs } from '../api.ts'
import { memorySink } from '../evidence/recorder.ts'
import { ledger } from '../judging/ledger.ts'
import type { Person } from '../people/people.ts'
import type { Session } from '../run/session.ts'
import { makeWorld } from './make-world.ts'
import type { Memo } from './shared.ts'
import type { World } from './world.ts'

/** Finds the people that the needs name first; throws `Undecided` if one is not available. */
export async function unjudgedWorld(
  session: Session,
  id: string,
  needs: Needs,
  memo: Memo = new Map(),
  allow: readonly ('write' | 'destructive')[] = [],
): Promise<World> {
  const people = new Map<string, Person>()
  for (const word of needs.actors ?? []) people.set(word, await session.cast.person(word))
  const item = { does: 'visit', id, area: id, operations: [], needs, run: () => Promise.resolve() } as const
  const parts = {
    ...session,
    seed: 1,
    budget: 'standard',
    allow,
    ledger: ledger(memorySink()),
    judged: new Map(),
  } as const
  return makeWorld(parts, { item, attempt: 1, again: false, people, memo })
}
