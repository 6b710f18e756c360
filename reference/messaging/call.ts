/** One authorised request with its parameters read, and the replies to it. */
import type { Behaviour } from '../behaviour.ts'
import type { Circumstances } from '../operations/circumstances.ts'
import type { Deployed } from '../operations/deploy.ts'
import type { AnyStage } from '../operations/stage.ts'
import type { Organization, User } from './organization.ts'
import type { Params } from './params.ts'

/** What the behaviour of a deployment depends on at one moment. */
export interface Moment {
  readonly level: number
  readonly operation: string
  readonly about: Circumstances
  /** A stage with this deployment's active changes. */
  deployed(stage: AnyStage): Deployed
}

export const momentOf = ({ level, deployed }: Behaviour, about: Circumstances): Moment => ({
  level,
  operation: about.operation,
  about,
  deployed,
})

/** The circumstances of a request of which nothing is known yet. */
export const nobodyAsking = (operation: string): Circumstances => ({
  operation,
  role: 'nobody',
  caller: '',
  steady: '',
  earlier: [],
})

export interface SentFile {
  readonly part: string
  readonly name: string
  readonly size: number
}

export interface Call extends Moment {
  readonly org: Organization
  readonly caller: User
  /** The parameters as they were sent. */
  readonly sent: ReadonlyMap<string, string>
  /** The parameters as they were read; empty before that. */
  readonly params: Params
  readonly files: readonly SentFile[]
  readonly origin: string
  /** Seconds since 1970. */
  readonly now: number
  readonly nowMs: number
}

/** The steps of a stage, with this deployment's active changes. */
export const stepsOf = <S extends AnyStage>(moment: Pick<Moment, 'deployed'>, stage: S): S['steps'] =>
  moment.deployed(stage).steps as S['steps']

export type Reply = { readonly result: 'success' | 'error'; readonly msg: string; readonly [field: string]: unknown }

export function succeed(fields: Record<string, unknown> = {}): Reply {
  return { result: 'success', msg: '', ...fields }
}

/** Whether a text is Latin or has letters of another script: some servers fail only with the second. */
export function scriptOf(text: string): 'latin' | 'other' {
  return /[^\p{Script=Latin}\p{Script=Common}]/u.test(text) ? 'other' : 'latin'
}
