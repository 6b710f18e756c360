/** What the harness has to know about an API. Everything else about it is in its suites. */
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
import type { Cast, People, Person } from './people/people.ts'
import type { StandIns } from './playback/stand-ins.ts'
import type { Fixtures, FixtureValue } from './provision/fixture-kind.ts'
import type { Provisioner } from './provision/provisioner.ts'
import type { LeftoverRules } from './run/inventory.ts'
import { type ApiEntry, entryOf } from './target/api-entry.ts'
import type { Target } from './target/load-target.ts'
import type { TrafficReading } from './traffic/reading.ts'
import type { RecentChanges } from './world/late-reads.ts'

export interface Api {
  readonly name: string
  readonly catalogue: Catalogue
  readonly operations: Readonly<Record<string, Operation>>
  readonly fields: { readonly rules: readonly FieldRule[]; readonly schemas: readonly object[] }
  readonly replies: ReplyReading
  /** The first request, without credentials; it shows whether the address is right, and is judged like any other. */
  readonly opening?: Opening
  readonly requests?: RequestDescriptions
  readonly causes?: CauseReading
  /** Needs beyond actors, fixtures and `allow`: how reports word them, and why a target does not meet them. */
  readonly needs?: Readonly<Record<string, Need>>
  readonly people?: People
  readonly fixtures?: Fixtures
  /** Fixtures for requests that are replayed from evidence, if an arbitrary value would not work. */
  readonly standInFixtures?: (limits: FixtureValue, stand: StandIns) => StandInFixture
  readonly leftovers?: LeftoverRules
  /** What its requests and fixtures change that is read elsewhere; a read may show a change with a delay. */
  readonly recentChanges?: RecentChanges
  /** How to find out that the target is full: the contract does not state how many things may exist. */
  readonly capacity?: Capacity
  /** Whether this actor may not use the operation: its simplest request is accepted only from somebody with every permission. */
  readonly mayNot?: (world: object, operation: string, refused: Refused) => Promise<boolean>
  /** What is needed to judge captured traffic. */
  readonly traffic?: TrafficReading
  /** Values of the target file that must not appear in evidence. */
  readonly secrets?: (target: Target) => readonly string[]
  /** Names whose values are always secret, beside the names that are secret in any API. */
  readonly secretNames?: SecretNames
  /** What the API adds to the world of a check: the same names for each. Members may be getters. */
  readonly words?: (given: WordsGiven) => object
}

/** An actor whose request was refused, and whether another request of the same operation was accepted. */
export interface Refused {
  readonly actor: string
  readonly wasServed: boolean
}

/** How to find out that a target has no room for more things of a kind that it created before. */
export interface Capacity {
  /** The operations that create something. */
  readonly creates: ReadonlySet<string>
  /** How many things a request of the operation creates. */
  thingsIn(operation: string, body: string): number
  /** A target counts as full only after it accepted this many: from all actors of the run, or from one of them. */
  readonly least: { readonly ofAll: number; readonly ofEach: number }
  /** Whether the target now refuses even the simplest request: the one it accepted before, or the simplest of this actor. */
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
  /** Runs the action while no other check sends to the API or its origin. It must not wait for anything that others request. */
  readonly alone: <T>(action: () => Promise<T>) => Promise<T>
  readonly firstRequests: () => readonly FirstRequest[]
  readonly check: string
  /** The people that the needs of the check name. */
  readonly people: ReadonlyMap<string, Person>
}

/** The API that has people and fixtures. */
export const staffedIn = (apis: readonly Api[]): Api | undefined => apis.find(({ people }) => people)

export const apiNamed = (apis: readonly Api[], name: string): Api | undefined => apis.find(one => one.name === name)

/** The APIs of a target, each with the feature level that it claims; 0 if it claims none. */
export type Levels = ReadonlyMap<string, number>

export const levelsOf = (target: object, apis: readonly Api[]): Levels =>
  new Map(
    apis.flatMap(({ name }) => {
      const entry: ApiEntry | undefined = entryOf(target, name)
      return entry ? [[name, entry.featureLevel ?? 0] as const] : []
    }),
  )

export * from './contract.ts'
