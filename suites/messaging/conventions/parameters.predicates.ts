/** `ignored_parameters_unsupported`, judged on success replies. */
import { type MessagingOperationId, type OperationData, operations } from '../../../generated/operations.ts'
import { broken, type Exchange, holds, predicate, shown, valueAt } from '../../../harness/index.ts'
import { outcomeOf } from '../outcome.ts'

const listedIn = (exchange: Exchange | undefined): unknown => valueAt(exchange?.json, '/ignored_parameters_unsupported')

/** The parameter names that an operation supports at a feature level; a renamed one has its name at that level. */
export function supportedNames(operation: string, level: number): string[] {
  const data: OperationData = operations[operation as MessagingOperationId]
  return data.parameters.flatMap(({ name, since = 0, until = level, renamedFrom }) => {
    if (renamedFrom && level < renamedFrom.at) return [renamedFrom.name]
    return since <= level && level <= until ? [name] : []
  })
}

export const isSuccess = (exchange: Exchange): boolean =>
  exchange.api === 'messaging' &&
  outcomeOf(exchange) === 'success' &&
  Object.hasOwn(operations, exchange.operation ?? '')

/** The last reply lists this name as unsupported. */
export const listsUnsupported = predicate('messaging.lists-unsupported', (exchanges, args: { name: string }) => {
  const listed = listedIn(exchanges.at(-1))
  const good = Array.isArray(listed) && listed.includes(args.name)
  return good ? holds : broken(`ignored_parameters_unsupported to list ${shown(args.name)}`, shown(listed))
})

/** The last reply lists none of these names. */
export const listsNoneOf = predicate('messaging.lists-none-of', (exchanges, args: { supported: readonly string[] }) => {
  const listed = listedIn(exchanges.at(-1))
  const wrong = Array.isArray(listed) ? listed.find(name => args.supported.includes(name)) : undefined
  return wrong === undefined ? holds : broken(`${shown(wrong)}, which is supported, not to be listed`, shown(listed))
})

/** The list is absent or empty. */
export const listsNothing = predicate('messaging.lists-nothing', exchanges => {
  const listed = listedIn(exchanges.at(-1))
  return listed === undefined || (Array.isArray(listed) && listed.length === 0)
    ? holds
    : broken('ignored_parameters_unsupported to be absent or empty', shown(listed))
})

/** A success of this operation whose request carried this parameter. */
export const successWith =
  (operation: MessagingOperationId, name: string) =>
  (exchange: Exchange): boolean =>
    exchange.operation === operation && isSuccess(exchange) && (exchange.request.sent ?? []).includes(name)
