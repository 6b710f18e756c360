/** Adds an unsupported parameter to some combinations: it must be listed for every caller and every other parameter. */
import { type MessagingOperationId, operations } from '../../../generated/operations.ts'
import type { Reply, Row, Ruling } from '../../../harness/index.ts'
import { listsUnsupported } from '../conventions/parameters.predicates.ts'
import { LISTED_FROM, listingOf, unsupportedIn } from '../conventions/unsupported-names.ts'
import type { RequirementId } from './rules.ts'
import { type ModelFactor, value, withOpenRefusal } from './values.ts'

const EXTRA = 'beside'
const UNSUPPORTED = 'an unsupported parameter'

/** Accepting a request with it is only recommended: if it is refused, the same request is sent without it. */
const extra: ModelFactor = {
  name: EXTRA,
  parameter: null,
  values: [value('nothing more', undefined), withOpenRefusal(value(UNSUPPORTED, undefined))],
}

/** Only operations with parameters take part: their requests are sent with and without the extra one. */
export const carriesUnsupported = (operation: MessagingOperationId): boolean =>
  operations[operation].parameters.length > 0

export const extraOf = (operation: MessagingOperationId, level: number): readonly ModelFactor[] =>
  carriesUnsupported(operation) && level >= LISTED_FROM ? [extra] : []

/** The extra parameters of a row: always the same for an operation, so that a refused row and its control have the same. */
export const extraIn = (operation: MessagingOperationId, row: Row): Readonly<Record<string, unknown>> =>
  row[EXTRA] === UNSUPPORTED ? unsupportedIn(operation) : {}

/** The requirement that an operation's replies list unsupported parameters. */
export const extraDecides = (operation: MessagingOperationId): readonly RequirementId[] =>
  carriesUnsupported(operation) ? [listingOf(operation)] : []

/** Rulings that the reply to an accepted request lists each extra parameter. */
export const extraListed = (operation: MessagingOperationId, row: Row, reply: Reply): readonly Ruling[] =>
  Object.keys(extraIn(operation, row)).map(name => ({
    requirement: listingOf(operation),
    row,
    replies: [reply],
    predicate: listsUnsupported as never,
    args: { name },
  }))
