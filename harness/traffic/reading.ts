/** What has to be known of an API beyond its description to judge traffic that somebody else made. */
import type { Exchange } from '../evidence/exchange.ts'
import type { PlainArgs, Predicate } from '../judging/predicate.ts'
import type { Captured } from './captured.ts'
import type { ReadRequest } from './read-request.ts'

export interface TrafficReading {
  /** How surely a reply reads like one of the API: 0 not at all, 1 perhaps, 2 for certain. */
  speaks(json: unknown): number
  /** What a reply, placed or not, shows of the feature level. */
  levelIn?(seen: LevelGiven): LevelShown | null
  /** Requirements that one exchange shows by what its request names. */
  readonly sights: readonly Sight[]
  /** Requirements that several exchanges show; made anew for each capture. */
  readonly sequences: readonly Sequence[]
  /** Headers that hold another secret in each request. */
  readonly eachTime?: readonly string[]
  /** Whether what the request asks for may be anything, so that only the form of the reply is judged. */
  isOpen?(exchange: Exchange, sofar: ReadonlyMap<string, unknown>): boolean
  /** Whether the reply had to be a success and cannot be read as one. */
  hadToSucceed?(exchange: Exchange): boolean
  /** Whether the reply refuses the request, where neither its status nor its envelope says so in the usual way. */
  isRefusal?(exchange: Exchange): boolean
  /** Remembers what later exchanges are read by. */
  remember?(exchange: Exchange, sofar: Map<string, unknown>): void
  /** How a client signed a request, where the secret is known; before secrets are taken out. */
  signedWrongly?(captured: Captured, target: object): string | null
}

export interface LevelGiven {
  readonly operation: string | null
  readonly request: ReadRequest | null
  readonly json: unknown
}

export interface LevelShown {
  /** Said by the deployment itself. */
  readonly claimed?: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface SightContext {
  readonly level: number
  /** Whether the same caller had this operation accepted before: then neither credentials nor permission are in the way. */
  readonly hadSuccess: boolean
}

/** What to judge by. */
export interface SightClaim {
  readonly args: PlainArgs
  /** As the requirement says, unless given. */
  readonly weight?: 'must' | 'should'
}

/** A requirement about requests of some kind and their replies. */
export interface Sight {
  readonly requirement: string
  readonly operation: string
  readonly predicate: Predicate
  /** It can be seen to be violated, and not to hold. */
  readonly isPartial?: boolean
  /** About what is not there yet at the level: judged though the contract does not describe the request there. */
  readonly isAhead?: boolean
  /** Null where the exchange shows nothing about it. */
  about(request: ReadRequest, exchange: Exchange, context: SightContext): SightClaim | null
  /** Why the exchange leaves it open, so that it is not seen to hold; null where it does not. */
  leavesOpen?(request: ReadRequest, exchange: Exchange, context: SightContext): string | null
}

/** A claim that several exchanges give rise to. */
export interface Concluded {
  readonly requirement: string
  readonly predicate: Predicate
  readonly args: PlainArgs
  readonly exchanges: readonly Exchange[]
  readonly control?: Exchange
  readonly weight?: 'must' | 'should'
  /** Whether it had to be so is open: that it holds shows nothing, and where it does not, nobody can tell. */
  readonly isOpen?: boolean
}

/** An exchange of the capture as sequences see it. */
export interface TrafficStep {
  readonly exchange: Exchange
  readonly request: ReadRequest | null
  /** The path below the base address; also of what the contract does not describe. */
  readonly path: string
  /** Tells callers apart; null where the capture does not tell who called. */
  readonly caller: string | null
  readonly sentAt: number
  readonly receivedAt: number
  readonly level: number
  /** How many requests before it may have changed anything at all: writes that the contract does not describe. */
  readonly disturbances: number
}

export interface Sequence {
  /** What it may conclude about. */
  readonly requirements: readonly string[]
  /** Each of its conclusions is about one exchange. */
  readonly isSingle?: boolean
  start(): (step: TrafficStep) => readonly Concluded[]
}
