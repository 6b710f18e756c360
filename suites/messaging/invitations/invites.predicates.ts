/** Predicates about INVITATION_FAILED, and the schema of an invitation link. */
import { broken, type Exchange, holds, predicate, select, shown, valueAt } from '../../../harness/index.ts'

/** The addresses that the errors name, in lower case. */
export const namedIn = (exchange: Exchange | undefined): string[] =>
  select(exchange?.json, '/errors/*/0').map(({ value }) => String(value).toLowerCase())

/** One of the errors names this address, in any letter case. */
export const namesAddress = predicate('messaging.invites.names-address', ([exchange], args: { email: string }) => {
  const named = namedIn(exchange)
  return named.includes(args.email.toLowerCase())
    ? holds
    : broken(`errors to name ${shown(args.email)}`, shown(valueAt(exchange?.json, '/errors')))
})

/** None of the errors names these addresses, which were invited. */
export const namesNobody = predicate(
  'messaging.invites.names-nobody',
  ([exchange], args: { emails: readonly string[] }) => {
    const named = namedIn(exchange)
    const wrong = args.emails.find(email => named.includes(email.toLowerCase()))
    return wrong === undefined
      ? holds
      : broken(`errors not to name ${shown(wrong)}`, shown(valueAt(exchange?.json, '/errors')))
  },
)

/** A URL with a scheme and something after it; a host with a port is not a scheme. */
export const absoluteUrl = {
  type: 'string',
  pattern: '^[A-Za-z][A-Za-z0-9+.-]*:(?![0-9]+(/|$))(//)?[^/?#\\s]',
}
