/** The error for fixtures that a Zulip server cannot provide, and reading of required lists. */
import type { FixtureValue } from '../../../harness/index.ts'

/** Says why this server cannot provide something: the fixture is unavailable. */
export class NotOnZulip extends Error {}

/** A list that a reply must have: if it is missing, nothing can be concluded, not even that it is empty. */
export const listIn = (reply: FixtureValue, name: string): readonly FixtureValue[] => {
  const list = reply[name]
  if (!Array.isArray(list)) throw new NotOnZulip(`the reply of the server has no list ${name}`)
  return list as FixtureValue[]
}
