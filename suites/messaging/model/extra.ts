/** A parameter that no endpoint supports travels with some combinations, so that it is listed whoever asks and whatever else is sent. */
import { type MessagingOperationId, operations } from '../../../generated/operations.ts'
import type { Reply, Row, Ruling } from '../../../harness/index.ts'
import { listsUnsupported } from '../parameters.predicates.ts'
import { unsupportedIn } from '../unsupported-names.ts'
import type { RequirementId } from './rules.ts'
import { type ModelFactor, opened, value } from './values.ts'

const EXTRA = 'beside'
const UNSUPPORTED = 'an unsupported parameter'

/** Success replies list what is not supported from this level on. */
const LISTED_SINCE = 167

/** Whether a request with it is accepted is only recommended: where it is refused, the same is sent without it. */
const extra: ModelFactor = {
  name: EXTRA,
  parameter: null,
  values: [value('nothing more', undefined), opened(value(UNSUPPORTED, undefined))],
}

/** Only requests that have parameters of their own take turns with it. */
export const carriesUnsupported = (operation: MessagingOperationId): boolean =>
  operations[operation].parameters.length > 0

export const extraOf = (operation: MessagingOperationId, level: number): readonly ModelFactor[] =>
  carriesUnsupported(operation) && level >= LISTED_SINCE ? [extra] : []

/** What travels with a row: always the same, so that a refused one differs from its control in nothing else. */
export const extraIn = (operation: MessagingOperationId, row: Row): Readonly<Record<string, unknown>> =>
  row[EXTRA] === UNSUPPORTED ? unsupportedIn(operation) : {}

const listing = (operation: MessagingOperationId): RequirementId =>
  `messaging.parameters.unsupported-${operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}` as RequirementId

/** The requirement that an operation's replies list it. */
export const extraDecides = (operation: MessagingOperationId): readonly RequirementId[] =>
  carriesUnsupported(operation) ? [listing(operation)] : []

/** Each is listed in the reply of a request that was accepted. */
export const extraListed = (operation: MessagingOperationId, row: Row, reply: Reply): readonly Ruling[] =>
  Object.keys(extraIn(operation, row)).map(name => ({
    requirement: listing(operation),
    row,
    replies: [reply],
    predicate: listsUnsupported as never,
    args: { name },
  }))
