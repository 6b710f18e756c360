/** Who acts in an API, and where they come from. */
import type { Actor } from './actor.ts'
import type { Client, Reply } from './http/client.ts'
import type { FixtureValue } from './provision/fixture-kind.ts'

export interface Person {
  readonly name: string
  readonly role: string
  readonly email: string
  readonly apiKey: string
  readonly userId: number | null
  readonly password: string | null
  /** Where this person's organization is, if not the target's own. */
  readonly baseUrl: string | null
}

/** Who acts in an API. */
export interface People {
  /** Which roles may stand in for a word of the catalogue. */
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** The word for somebody with the role of another word, who is not the same. */
  readonly other: readonly [word: string, than: string]
  /** The reply by which the target refuses an actor's credentials, asked a second time unless the first is enough; null where it takes them. */
  refusalOf(actor: Actor, isEnough?: (reply: Reply) => boolean): Promise<Reply | null>
  /** The code of a refusal where the contract does not list it. */
  unlistedCode(body: string): string | null
}

export interface Cast {
  /** Whether somebody of this kind could be had at all. */
  offers(word: string): boolean
  person(word: string, rank?: number): Promise<Person>
  /** Somebody of the target file, or somebody provided, by address. */
  byEmail(email: string): Person | undefined
  /** Whether somebody, by name, is refused plain reads like this: after several wrong keys a target may shut them or everybody out. */
  isShutOut(name: string, refusal: string): Promise<boolean>
  /** Somebody, by address, may have another key by now: that theirs is refused shows nothing. */
  keyMayHaveEnded(email: string): void
  /** Somebody made for this occasion, who may be deactivated. */
  fresh(kind: string, withWhat: FixtureValue): Promise<Person>
  act(person: Person, client: Client, check: string): Actor
  nobody(client: Client, check: string): Actor
}
