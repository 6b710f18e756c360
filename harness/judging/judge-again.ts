/** Computes every verdict of a run again from its evidence alone, and finds claims that are missing in the evidence. */
import { isDeepStrictEqual } from 'node:util'
import type { ClaimRecord } from '../../generated/formats.ts'
import type { Levels, Requirement } from '../api.ts'
import type { Area } from '../check.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Evidence } from '../evidence/read-evidence.ts'
import { memorySink } from '../evidence/recorder.ts'
import { claimsByRequirement } from './claims-by-requirement.ts'
import { everyExchange } from './every-exchange.ts'
import { ledger } from './ledger.ts'
import { predicateNamed, violationIn } from './predicate.ts'
import { type Judged, verdictOf } from './verdict.ts'

export interface JudgedAgain {
  readonly verdicts: ReadonlyMap<string, Judged>
  /** Claims whose recorded result is not the computed one, or that cite something that does not exist. */
  readonly disagreements: readonly Disagreement[]
  /** Claims about exchanges whose bodies were shortened after they had been judged: they are taken as recorded. */
  readonly unseen: readonly ClaimRecord[]
}

export interface Disagreement {
  readonly claim: ClaimRecord
  readonly why: string
}

/** If the computed result of a claim differs from the recorded one, the computed one counts. */
export function judgeAgain({ exchanges, claims }: Evidence): JudgedAgain {
  const disagreements: Disagreement[] = []
  const unseen: ClaimRecord[] = []
  const judged = claims.map(claim => {
    const isUnseen = claim.exchanges.some(n => isCut(exchanges.get(n)))
    if (isUnseen) unseen.push(claim)
    const { again, why } = isUnseen ? { again: claim, why: null } : applied(claim, exchanges)
    if (why !== null) disagreements.push({ claim, why })
    return again
  })
  const verdicts = new Map([...claimsByRequirement(judged)].map(([id, list]) => [id, verdictOf(list)]))
  return { verdicts, disagreements, unseen }
}

/** Whether a body of the exchange was shortened. */
export const isCut = (one: Pick<Exchange, 'request' | 'response'> | undefined): boolean =>
  (one?.request.cut ?? one?.response?.cut) !== undefined

/** The claim with its outcome computed again, and how that differs from the recorded one. */
function applied(
  claim: ClaimRecord,
  exchanges: ReadonlyMap<number, Exchange>,
): { readonly again: ClaimRecord; readonly why: string | null } {
  const undecided = (why: string) => ({ again: { ...claim, outcome: 'undecided' as const }, why })
  const cited = claim.exchanges.map(n => exchanges.get(n))
  const missing = claim.exchanges.find(n => !exchanges.has(n))
  if (missing !== undefined) return undecided(`it cites exchange ${missing}, which does not exist`)
  if (claim.control !== null && !exchanges.has(claim.control))
    return undecided(`its control is exchange ${claim.control}, which does not exist`)
  if (claim.outcome === 'undecided')
    return claim.predicate === null
      ? { again: claim, why: null }
      : undecided(`it is undecided and names the predicate ${claim.predicate}`)
  const predicate = predicateNamed(claim.predicate ?? '')
  if (!predicate) return undecided(`this kit has no predicate ${claim.predicate}`)
  if (!isPlainSchema(claim.args['schema'])) return undecided('its schema is not one that a check of this kit writes')
  const judged = attempt(() => predicate.judge(cited as Exchange[], claim.args))
  if (judged === null) return undecided(`the predicate ${claim.predicate} cannot be applied to its arguments`)
  if (judged.outcome !== claim.outcome) {
    const recomputed = judged.outcome === 'vacuous' ? 'undecided' : judged.outcome
    return {
      again: { ...claim, outcome: recomputed },
      why: `it is recorded as "${claim.outcome}"; its exchanges give "${judged.outcome}"`,
    }
  }
  const { expected, actual, about } = violationIn(judged)
  const { about: _written, ...rest } = claim
  const again = { ...rest, expected, actual, ...(about && { about }) }
  if (expected !== claim.expected || actual !== claim.actual)
    return { again, why: 'its expected or actual value is not what its exchanges give' }
  if (!isDeepStrictEqual(about, claim.about)) return { again, why: 'what it is about is not what its exchanges give' }
  return { again: claim, why: null }
}

const KEYWORDS = new Set(
  'type const enum description pattern items prefixItems minItems maxItems minLength maxLength minimum maximum additionalProperties oneOf anyOf required properties format'.split(
    ' ',
  ),
)
/** A repeated group may take for ever on a text that somebody made for that purpose. */
const SLOW = /\)[*+{]|(?:[*+}].*){9}/

/** Whether a schema of the evidence is simple: it may come from strangers, and it is compiled and its patterns are run. */
function isPlainSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  return Object.entries(schema).every(([name, value]) => {
    if (name === 'const' || name === 'enum') return true
    if (name === 'pattern') return typeof value === 'string' && value.length <= 200 && !SLOW.test(value)
    if (name === 'properties') return Object.values(Object(value)).every(isPlainSchema)
    if (name === 'oneOf' || name === 'anyOf' || name === 'prefixItems')
      return Array.isArray(value) && value.every(isPlainSchema)
    return KEYWORDS.has(name) && (typeof value !== 'object' || Array.isArray(value) || isPlainSchema(value))
  })
}

function attempt<T>(action: () => T): T | null {
  try {
    return action()
  } catch {
    return null
  }
}

export interface JudgedScope {
  readonly areas: readonly Area[]
  /** The requirements that are judged, by id. */
  readonly judged: ReadonlyMap<string, Requirement>
  readonly levels: Levels
}

/** The claims that follow from exchanges alone: envelopes, field tables, and all else that is judged on every exchange. */
export function claimsFrom(exchanges: Iterable<Exchange>, { areas, judged, levels }: JudgedScope): ClaimRecord[] {
  const sink = memorySink()
  const judge = everyExchange(areas, judged, levels, ledger(sink))
  for (const exchange of exchanges) judge(exchange)
  return sink.claims
}

/**
 * Claims that follow from the exchanges and are not among the recorded ones, which are in the order of the exchanges:
 * each was made when its exchange arrived.
 */
export function missingClaims({ exchanges, claims }: Evidence, scope: JudgedScope): ClaimRecord[] {
  const written = claims.map(keyOf)
  let from = 0
  const whole = [...exchanges.values()].filter(one => !isCut(one))
  return claimsFrom(whole, scope).filter(claim => {
    const at = written.indexOf(keyOf(claim), from)
    if (at >= 0) from = at + 1
    return at < 0
  })
}

const keyOf = ({ requirement, check, predicate, args, exchanges, attempt, outcome, weight }: ClaimRecord): string =>
  JSON.stringify([requirement, check, predicate, args, exchanges, attempt, outcome, weight])
