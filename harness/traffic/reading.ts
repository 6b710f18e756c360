/** What has to be known about an API, beyond its description, to judge captured traffic. */
import type { Exchange } from '../evidence/exchange.ts'
import type { PlainArgs, Predicate } from '../judging/predicate.ts'
import type { Captured } from './captured.ts'
import type { ReadRequest } from './read-request.ts'

export interface TrafficReading {
  /** How certainly a reply is one of the API: 0 not at all, 1 perhaps, 2 for certain. */
  speaks(json: unknown): number
  /** What a reply reveals about the feature level, even if its operation is unknown. */
  levelIn?(seen: LevelGiven): LevelShown | null
  /** Requirements that one exchange demonstrates by what its request names. */
  readonly sights: readonly Sight[]
  /** Requirements that several exchanges demonstrate; started anew for each capture. */
  readonly sequences: readonly Sequence[]
  /** Headers that contain a different secret in each request. */
  readonly eachTime?: readonly string[]
  /** Whether the outcome of the request is open, so that only the form of the reply is judged. */
  isOpen?(exchange: Exchange, sofar: ReadonlyMap<string, unknown>): boolean
  /** Whether the request had to succeed and the reply cannot be read as a success. */
  hadToSucceed?(exchange: Exchange): boolean
  /** Whether the reply refuses the request although neither its status nor its envelope says so in the usual way. */
  isRefusal?(exchange: Exchange): boolean
  /** Remembers what is needed to read later exchanges. */
  remember?(exchange: Exchange, sofar: Map<string, unknown>): void
  /** What is wrong with the signature of a request, if the secret is known; called before secrets are removed. */
  signedWrongly?(captured: Captured, target: object): string | null
}

export interface LevelGiven {
  readonly operation: string | null
  readonly request: ReadRequest | null
  readonly json: unknown
}

export interface LevelShown {
  /** Stated by the deployment itself. */
  readonly claimed?: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface SightContext {
  readonly level: number
  /** Whether the same caller had this operation accepted before: then credentials and permission are in order. */
  readonly hadSuccess: boolean
}

/** The arguments of a predicate, and the weight of its claim. */
export interface SightClaim {
  readonly args: PlainArgs
  /** The requirement's own weight if absent. */
  readonly weight?: 'must' | 'should'
}

/** A requirement about requests of some kind and their replies. */
export interface Sight {
  readonly requirement: string
  readonly operation: string
  readonly predicate: Predicate
  /** Exchanges can show that it is violated, but not that it holds. */
  readonly isPartial?: boolean
  /** About something that does not exist yet at the level: judged although the contract does not describe the request there. */
  readonly isAhead?: boolean
  /** Null if the exchange proves nothing about it. */
  about(request: ReadRequest, exchange: Exchange, context: SightContext): SightClaim | null
  /** Why the exchange leaves it open, so that it does not count as observed to hold; null if it does not. */
  leavesOpen?(request: ReadRequest, exchange: Exchange, context: SightContext): string | null
}

/** A claim about several exchanges. */
export interface Concluded {
  readonly requirement: string
  readonly predicate: Predicate
  readonly args: PlainArgs
  readonly exchanges: readonly Exchange[]
  readonly control?: Exchange
  readonly weight?: 'must' | 'should'
  /** It is open whether this was required: if it holds, that proves nothing; if not, the requirement is undecided. */
  readonly isOpen?: boolean
}

/** An exchange of the capture as sequences see it. */
export interface TrafficStep {
  readonly exchange: Exchange
  readonly request: ReadRequest | null
  /** The path below the base address, even if the contract does not describe the request. */
  readonly path: string
  /** Tells callers apart; null if the capture does not show who sent the request. */
  readonly caller: string | null
  readonly sentAt: number
  readonly receivedAt: number
  readonly level: number
  /** How many requests before it may have changed anything at all, such as writes that the contract does not describe. */
  readonly disturbances: number
}

export interface Sequence {
  /** The requirements that it may make claims about. */
  readonly requirements: readonly string[]
  /** Each of its conclusions is about one exchange. */
  readonly isSingle?: boolean
  start(): (step: TrafficStep) => readonly Concluded[]
}
