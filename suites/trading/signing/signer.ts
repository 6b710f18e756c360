/**
 * The trading API's request signature: a pure function of the query string exactly as it is sent. `specs/vectors/signing.json`
 * has examples.
 */
import { createHmac } from 'node:crypto'

/** The lowercase hexadecimal HMAC-SHA256 of a query string exactly as it is sent, keyed with the account's secret. */
export function sign(queryString: string, secret: string): string {
  return createHmac('sha256', secret).update(queryString, 'utf8').digest('hex')
}
