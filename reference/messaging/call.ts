/** One authorised request with its parameters read, and the replies to it. */
import type { Behaviour } from '../behaviour.ts'
import type { Circumstances } from '../operations/circumstances.ts'
import type { Deployed } from '../operations/deploy.ts'
import type { AnyStage } from '../operations/stage.ts'
import type { Organization, User } from './organization.ts'
import type { Params } from './params.ts'

/** What decides how a deployment behaves at this moment. */
export interface Moment {
  readonly level: number
  readonly operation: string
  readonly about: Circumstances
  /** A stage as this deployment has it. */
  deployed(stage: AnyStage): Deployed
}

export const momentOf = ({ level, deployed }: Behaviour, about: Circumstances): Moment => ({
  level,
  operation: about.operation,
  about,
  deployed,
})

/** Around a request of which nothing is known yet. */
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
  /** What was sent, as it was sent. */
  readonly sent: ReadonlyMap<string, string>
  /** The parameters; none while they are not yet read. */
  readonly params: Params
  readonly files: readonly SentFile[]
  readonly origin: string
  /** Seconds since 1970. */
  readonly now: number
  readonly nowMs: number
}

/** The steps of a stage as this deployment has them. */
export const stepsOf = <S extends AnyStage>(moment: Pick<Moment, 'deployed'>, stage: S): S['steps'] =>
  moment.deployed(stage).steps as S['steps']

export type Reply = { readonly result: 'success' | 'error'; readonly msg: string; readonly [field: string]: unknown }

export function succeed(fields: Record<string, unknown> = {}): Reply {
  return { result: 'success', msg: '', ...fields }
}

/** Latin text, or text of another script: some servers only break on the second. */
export function scriptOf(text: string): 'latin' | 'other' {
  return /[^\p{Script=Latin}\p{Script=Common}]/u.test(text) ? 'other' : 'latin'
}
