/** Who acts in an API, and where they come from. */

import type { Client, Reply } from '../http/client.ts'
import type { FixtureValue } from '../provision/fixture-kind.ts'
import type { Actor } from './actor.ts'

export interface Person {
  readonly name: string
  readonly role: string
  readonly email: string
  readonly apiKey: string
  readonly userId: number | null
  readonly password: string | null
  /** The name that logs in with the password, if it is stated. */
  readonly username: string | null
  /** Where this person's organization is, if not the target's own. */
  readonly baseUrl: string | null
}

/** How an API defines who acts in it. */
export interface People {
  /** Which roles may stand in for a word of the catalogue. */
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** The word for another person with the same role as the person of the word `than`. */
  readonly other: readonly [word: string, than: string]
  /** The reply that refuses an actor's credentials, tried a second time unless the first is enough; null if they are accepted. */
  refusalOf(actor: Actor, isEnough?: (reply: Reply) => boolean): Promise<Reply | null>
  /** The code of a refusal if the contract does not list it. */
  unlistedCode(body: string): string | null
}

export interface Cast {
  /** Whether there is such a person in the target file, or the provisioner creates people. */
  offers(word: string): boolean
  person(word: string, rank?: number): Promise<Person>
  /** A person from the target file or from the provisioner, by email address. */
  byEmail(email: string): Person | undefined
  /** Whether the target gives the named person this refusal for plain reads: several wrong keys may have shut out them or all. */
  isShutOut(name: string, refusal: string): Promise<boolean>
  /** The person with this email address may have a new key by now: a refusal of the old one proves nothing. */
  keyMayHaveEnded(email: string): void
  /** Asks for a fixture, and asks again if what it reads is behind. */
  reads(kind: string, withWhat: FixtureValue, provide: () => Promise<FixtureValue>): Promise<FixtureValue>
  /** A new person for this call only, who may be deactivated. */
  fresh(kind: string, withWhat: FixtureValue): Promise<Person>
  act(person: Person, client: Client, check: string): Actor
  nobody(client: Client, check: string): Actor
}
