/** One authorised request with its parameters read, and the replies a handler may give to it. */
import type { Behaviour } from '../behaviour.ts'
import type { Circumstances } from '../operations/circumstances.ts'
import type { Deployed } from '../operations/deploy.ts'
import type { AnyStage } from '../operations/stage.ts'
import { envelope } from './envelope.ts'
import type { Organization, User } from './organization.ts'
import type { Params } from './params.ts'

export type Facts = Readonly<Record<string, unknown>>

/** What decides how a deployment behaves at this moment. */
export interface Moment {
  readonly level: number
  readonly operation: string
  readonly about: Circumstances
  /** A stage as this deployment has it. */
  deployed(stage: AnyStage): Deployed
  keeps(rule: string, facts?: Facts, about?: Circumstances): boolean
  uses(variant: string): boolean
}

export function momentOf(behaviour: Behaviour, about: Circumstances, more: Facts = {}): Moment {
  const { operation } = about
  return {
    level: behaviour.level,
    operation,
    about,
    deployed: stage => behaviour.deployed(stage),
    keeps: (rule, facts, around) => behaviour.keeps(rule, { operation, ...more, ...facts }, around),
    uses: variant => behaviour.uses(variant),
  }
}

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

/** Refuses for a named reason. */
export function refuse(
  moment: Moment,
  reason: string,
  msg: string,
  code = 'BAD_REQUEST',
  extra: Record<string, unknown> = {},
): Reply {
  return { result: 'error', msg, code: stepsOf(moment, envelope).code(moment, code, !uncoded.has(reason)), ...extra }
}

/** Reasons for which the contract names no code. */
const uncoded = new Set([
  'login',
  'credentials',
  'endpoint',
  'name',
  'exists',
  'content',
  'size',
  'web-public',
  'null',
  'template',
])

/** Latin text, or text of another script: some servers only break on the second. */
export function scriptOf(text: string): 'latin' | 'other' {
  return /[^\p{Script=Latin}\p{Script=Common}]/u.test(text) ? 'other' : 'latin'
}

/** The list in another order each time, where the contract does not order it. */
export function shuffled<T>({ uses, nowMs, org }: Call, list: readonly T[]): readonly T[] {
  if (!uses('messaging.wire.lists-shuffled') || list.length < 2) return list
  const cut = 1 + ((nowMs + org.changes) % (list.length - 1))
  return [...list.slice(cut), ...list.slice(0, cut)]
}
