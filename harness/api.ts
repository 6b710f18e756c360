/** What the harness has to know of an API. Everything else about one stands with its suites. */
import type { FieldRule } from '../generated/field-rules.ts'
import type {
  Catalogue,
  CauseReading,
  Need,
  Operation,
  ReplyReading,
  RequestDescriptions,
  SecretNames,
} from './contract.ts'
import type { Client } from './http/client.ts'
import type { FirstRequest } from './http/first-requests.ts'
import type { LeftoverRules } from './inventory.ts'
import type { ListChanges } from './late-lists.ts'
import type { Cast, People, Person } from './people.ts'
import type { StandIns } from './playback/stand-ins.ts'
import type { Fixtures, FixtureValue } from './provision/fixture-kind.ts'
import type { Provisioner } from './provision/provisioner.ts'
import { type ApiEntry, entryOf } from './target/api-entry.ts'
import type { Target } from './target/load-target.ts'
import type { TrafficReading } from './traffic/reading.ts'

export interface Api {
  readonly name: string
  readonly catalogue: Catalogue
  readonly operations: Readonly<Record<string, Operation>>
  readonly fields: { readonly rules: readonly FieldRule[]; readonly schemas: readonly object[] }
  readonly replies: ReplyReading
  /** What is asked for first, without credentials; it shows whether the address is right, and is judged like any other. */
  readonly opening?: Opening
  readonly requests?: RequestDescriptions
  readonly causes?: CauseReading
  /** Needs beyond people, fixtures and leave: what they are called, and why a target does not meet them. */
  readonly needs?: Readonly<Record<string, Need>>
  readonly people?: People
  readonly fixtures?: Fixtures
  /** Fixtures for requests that are made again from evidence, where any value will not do. */
  readonly standInFixtures?: (limits: FixtureValue, stand: StandIns) => StandInFixture
  readonly leftovers?: LeftoverRules
  /** What its requests change in its lists, which may be shown a moment later. */
  readonly listChanges?: ListChanges
  /** How many things may exist is not stated. */
  readonly capacity?: Capacity
  /** Whether the plainest request was always refused to this actor, and is served to somebody who has every permission. */
  readonly mayNot?: (world: object, operation: string, refused: Refused) => Promise<boolean>
  /** What judging captured traffic has to know. */
  readonly traffic?: TrafficReading
  /** What of the target file may show in no evidence. */
  readonly secrets?: (target: Target) => readonly string[]
  /** What is secret by its name, whatever its value, beside the names that are secret in any API. */
  readonly secretNames?: SecretNames
  /** What the API adds to the world of a check: the same names for each. Members may be getters. */
  readonly words?: (given: WordsGiven) => object
}

/** Somebody who was refused something, and whether the same operation was served to them otherwise. */
export interface Refused {
  readonly actor: string
  readonly wasServed: boolean
}

/** Where a target may have no room for more of what it created before. */
export interface Capacity {
  /** The operations that create something. */
  readonly creates: ReadonlySet<string>
  /** How many things a request of the operation creates. */
  thingsIn(operation: string, body: string): number
  /** Nobody has room for so few of a kind that a run was given fewer: all of its actors together, and each of them. */
  readonly least: { readonly ofAll: number; readonly ofEach: number }
  /** Whether even the plainest request is refused now: the one that was accepted before in this run, or that of this actor. */
  isFull(world: object, operation: string, actor?: string): Promise<boolean>
}

export interface Opening {
  readonly operation: string
  readonly actor: string | null
  readonly expects: 'success' | 'any'
  readonly headers?: Readonly<Record<string, string>>
}

export type StandInFixture = (kind: string, wish: Readonly<Record<string, unknown>>) => FixtureValue | null

export interface WordsGiven {
  readonly cast: Cast
  readonly provisioner: Provisioner
  readonly target: Target
  /** Sends on behalf of the check. */
  readonly client: Client
  /** Nobody else sends anything to the API meanwhile, nor to others at its origin: nothing of what others ask for may be awaited. */
  readonly alone: <T>(action: () => Promise<T>) => Promise<T>
  readonly firstRequests: () => readonly FirstRequest[]
  readonly check: string
  /** Those whom the needs of the check name. */
  readonly people: ReadonlyMap<string, Person>
}

/** The one that has people and fixtures. */
export const staffedIn = (apis: readonly Api[]): Api | undefined => apis.find(({ people }) => people)

export const apiNamed = (apis: readonly Api[], name: string): Api | undefined => apis.find(one => one.name === name)

/** The APIs of a target, each at the level that it claims; 0 where it has none. */
export type Levels = ReadonlyMap<string, number>

export const levelsOf = (target: object, apis: readonly Api[]): Levels =>
  new Map(
    apis.flatMap(({ name }) => {
      const entry: ApiEntry | undefined = entryOf(target, name)
      return entry ? [[name, entry.featureLevel ?? 0] as const] : []
    }),
  )

export * from './contract.ts'
