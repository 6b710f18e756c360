/** What the refusal of invitations says. */
import { broken, holds, predicate, select, shown, valueAt } from '../../harness/index.ts'

/** One of the errors is about this address, in whatever letter case. */
export const namesAddress = predicate('messaging.invites.names-address', ([exchange], args: { email: string }) => {
  const named = select(exchange?.json, '/errors/*/0').map(({ value }) => String(value).toLowerCase())
  return named.includes(args.email.toLowerCase())
    ? holds
    : broken(`errors to name ${shown(args.email)}`, shown(valueAt(exchange?.json, '/errors')))
})

/** A link as a URL with a scheme and a host. */
export const absoluteUrl = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]' }
