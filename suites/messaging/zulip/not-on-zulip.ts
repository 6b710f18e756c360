/** What this server does not have, and lists that its replies have to have. */
import type { FixtureValue } from '../../../harness/index.ts'

/** Why something cannot be had from this server: the fixture is unavailable. */
export class NotOnZulip extends Error {}

/** A list that a reply has to have: one that is missing shows nothing, least of all that there is nothing. */
export const listIn = (reply: FixtureValue, name: string): readonly FixtureValue[] => {
  const list = reply[name]
  if (!Array.isArray(list)) throw new NotOnZulip(`the reply of the server has no list ${name}`)
  return list as FixtureValue[]
}
