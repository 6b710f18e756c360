/** Requests in traffic that must be refused by the contract: a success is a violation, whoever sent the request. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Exchange, ReadRequest, Sight } from '../../../harness/index.ts'
import { isNotOffered, isRefused } from '../conventions/envelope.predicates.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { isOfTheMoment } from './quiet.ts'

type Params = ReadRequest['params']
export type When = (params: Params, request: ReadRequest, level: number) => boolean

interface Options {
  /** The codes that the endpoint's section names. */
  readonly codes?: readonly string[]
  /** If only a general table suggests the codes, another one is a warning. */
  readonly weight?: 'should'
  /** Whether this is certainly the only reason for the refusal; true by default. */
  readonly sure?: When
  /** A further condition on the request. */
  readonly when?: When
}

/**
 * A request for which `when` holds must be refused. Another code than the named ones is a violation only if the caller had
 * the operation accepted before and the request has no other fault; otherwise the refusal may have another reason.
 */
export function refused(
  requirement: string,
  operation: MessagingOperationId,
  when: When,
  { codes, weight, sure }: Options = {},
): Sight {
  return {
    requirement: `messaging.${requirement}`,
    operation,
    predicate: isRefused as unknown as Sight['predicate'],
    about: (request, exchange, { level, hadSuccess }) => {
      if (!request.isKnown || !when(request.params, request, level)) return null
      if (!codes || outcomeOf(exchange) !== 'error') return { args: {} }
      const code = String(codeOf(exchange))
      if (codes.includes(code)) return { args: { codes } }
      const isAlone = request.breaches.length <= 1 && request.unknown.length === 0 && !isOfTheMoment(code)
      const isSure = hadSuccess && isAlone && (sure?.(request.params, request, level) ?? true)
      return isSure ? { args: { codes }, ...(weight && { weight }) } : null
    },
    leavesOpen: (request, exchange, { level }) =>
      codes && request.isKnown && isOtherRefusal(exchange, codes) && when(request.params, request, level)
        ? 'a refusal has another code, and something else may be its cause'
        : null,
  }
}

const isOtherRefusal = (exchange: Exchange, codes: readonly string[]): boolean => {
  const code = String(codeOf(exchange))
  return outcomeOf(exchange) === 'error' && !codes.includes(code) && !isOfTheMoment(code)
}

type How = ReadRequest['breaches'][number]['how']

/** A request that violates what is stated about one parameter in this way must be refused. */
export const refusedFor = (
  requirement: string,
  operation: MessagingOperationId,
  parameter: string,
  how: How,
  { when, ...options }: Options = {},
): Sight =>
  refused(
    requirement,
    operation,
    (params, request, level) =>
      request.breaches.some(one => one.parameter === parameter && one.how === how) &&
      (when?.(params, request, level) ?? true),
    how === 'missing' && !options.codes ? { codes: ['BAD_REQUEST'], weight: 'should' } : options,
  )

/** A feature of a later level must not be offered yet. */
export const notYet = (requirement: string, operation: MessagingOperationId, when: When = () => true): Sight => ({
  requirement: `messaging.${requirement}`,
  operation,
  isAhead: true,
  predicate: isNotOffered as unknown as Sight['predicate'],
  about: (request, _exchange, { level }) => (when(request.params, request, level) ? { args: {} } : null),
})
