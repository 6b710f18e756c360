/** Derives keys for the cause of a broken claim: two failures with a key in common have the same cause. */
import type { ClaimRecord } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import { ABSENT_IN } from '../judging/general-predicates.ts'
import { type Replies, shapeOf } from '../replies.ts'
import { regexEscaped } from '../text/regex-escaped.ts'

export interface Sight {
  readonly keys: readonly string[]
  /** Where the violation was observed: a member of a reply, a reply as a whole, a refusal, or the steps of a check. */
  readonly on: 'member' | 'reply' | 'refusal' | 'check'
  /** Observed on a request without anything particular. */
  readonly plain: boolean
}

/** A member of a reply that violates a requirement about itself; other claims about the reply may mention it. */
export interface WrongMember {
  readonly name: string
  readonly key: string
}

/** Predicates about the kind of a reply, such as success or refusal, and not about its content. */
const ABOUT_THE_WHOLE = /\.(?:succeeds|refused|not-offered|as-promised)$|^generated\.(?:accepted|answered|goes-on)$/

/** The wrong member that a claim judged on every exchange names; null for any other claim. */
export function wrongMemberIn(claim: ClaimRecord): WrongMember | null {
  const n = claim.exchanges.at(-1)
  const { pointer } = claim.about ?? {}
  if (n === undefined || pointer === undefined || !isIncidental(claim)) return null
  const name = pointer.split('/').findLast(part => part !== '' && !/^\d+$/.test(part)) ?? ''
  return { name, key: `member ${n} ${pointer}` }
}

export function sightOf(claim: ClaimRecord, replies: Replies, wrongMembers: readonly WrongMember[]): Sight {
  const n = claim.exchanges.at(-1)
  const refused = n !== undefined && replies.refusal(n) !== null && expectsSuccess(claim)
  const on = refused ? 'refusal' : 'member'
  const about = {
    plain: claim.tried === undefined,
    // If the reply is not a document of the expected kind, a missing member is not the cause.
    on: !isIncidental(claim) || claim.about?.document ? 'check' : claim.predicate === 'field' ? on : 'reply',
  } as const
  if (n === undefined) return { ...about, keys: [] }
  const mentioned = wrongMembers.filter(({ name }) => mentions(claim, name)).map(({ key }) => key)
  return { ...about, keys: [...mentioned, ...ownKeys(claim, n, replies)] }
}

function ownKeys(claim: ClaimRecord, n: number, replies: Replies): string[] {
  const { about = {}, expected, tried, requirement, predicate, args } = claim
  const operation = replies.operation(n) ?? ''
  const envelope = isEnvelope(requirement, replies.apis)
  const aboutTheWhole = ABOUT_THE_WHOLE.test(predicate ?? '') || lacksTopMember(claim)
  if (envelope || (aboutTheWhole && replies.isGarbled(n)))
    return [`garbled ${n}`, `garbled ${replies.garbled(n) ?? requirement}`]
  const refusal = replies.refusal(n)
  if (refusal !== null && expectsSuccess(claim)) {
    const isDistinctive = replies.refusals(operation) > 1 || replies.accepted(operation) === 0
    return [`refused ${n}`, ...(isDistinctive ? [`refused ${operation} ${refusal}`] : [])]
  }
  if (about.code !== undefined) return [`code ${operation} ${about.code} ${expected}`, `taken ${n}`]
  if (
    predicate === 'generated.refused' ||
    replies.apis.some(({ replies: { isRefused } }) => isRefused.name === predicate)
  )
    return [`taken ${n}`, ...(tried === undefined ? [] : [`taken ${operation} ${shapeOf(tried)}`])]
  if (about.document || predicate?.endsWith('.served')) return [`document ${n}`]
  const { pointer } = about
  const place = ['path', 'pointer', 'list', 'what'].map(name => JSON.stringify(args[name])).join(' ')
  const id = elementIn(claim)
  return [
    `${n} ${predicate} ${place}`,
    ...(pointer === undefined ? [] : [`member ${n} ${pointer}`]),
    ...(about.absent && id !== null ? [`absent ${n} ${id}`] : []),
  ]
}

/** Whether a member at the top of the reply is absent: then the reply is of another kind and lacks them all. */
const lacksTopMember = ({ about, actual }: ClaimRecord): boolean =>
  about?.pointer?.lastIndexOf('/') === 0 && (actual?.startsWith(ABSENT_IN) ?? false)

export const isEnvelope = (requirement: string, apis: readonly Api[]): boolean =>
  apis.some(({ causes }) => causes?.envelope?.test(requirement))

/** The predicates that expect a refusal are recognised by their names. */
const expectsRefusal = (predicate: string | null): boolean =>
  predicate !== 'generated.refused' && (predicate?.endsWith('.refused') ?? false)

/** Whether the claim was made in passing: neither by the requirement's own check nor by a scenario of its area. */
const isIncidental = ({ check, requirement }: ClaimRecord): boolean =>
  check !== requirement && (check.includes(':visit-') || !check.startsWith(`${areaOf(requirement)}:`))

const areaOf = (requirement: string): string => requirement.split('.').slice(0, 2).join('.')

function mentions({ requirement, expected, actual, args }: ClaimRecord, name: string): boolean {
  const actualText = actual?.startsWith(ABSENT_IN) ? '' : actual
  const text = `${requirement.split('.').at(-1)} ${expected} ${actualText} ${JSON.stringify(args)}`
  return name !== '' && new RegExp(`(?<![A-Za-z_])${regexEscaped(name)}(?![A-Za-z_])`).test(text)
}

const expectsSuccess = ({ predicate, about }: ClaimRecord): boolean => !expectsRefusal(predicate) && !about?.refusal

function elementIn({ args }: ClaimRecord): string | null {
  const where = args['where'] as Readonly<Record<string, unknown>> | undefined
  const id = args['id'] ?? args['group'] ?? where?.['id']
  return id === undefined ? null : String(id)
}
