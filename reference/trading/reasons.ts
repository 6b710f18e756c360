/** The reasons of refusals, each with HTTP status, code and message. */
const refusals = {
  'no-such-path': [404, -1000, 'There is nothing here'],
  'no-such-method': [405, -1001, 'This path does not take that method'],
  'credentials-not-wanted': [400, -1002, 'This endpoint takes no credentials'],
  'credentials-wanted': [401, -1003, 'This endpoint wants an API key'],
  'unknown-parameter': [400, -1004, 'A parameter is not known here'],
  'slow-down': [429, -1005, 'Too many requests'],
  'out-of-order': [500, -1006, 'Something went wrong'],
  'symbol-missing': [400, -1101, 'symbol is required'],
  'symbol-unknown': [404, -1102, 'No such symbol'],
  'market-inactive': [409, -1103, 'This market is not active'],
  'no-key': [401, -2001, 'X-SVC-APIKEY is missing'],
  'unknown-key': [401, -2002, 'X-SVC-APIKEY is not known'],
  'no-signature': [401, -2003, 'X-SVC-SIGNATURE is missing'],
  'wrong-signature': [401, -2004, 'X-SVC-SIGNATURE does not fit the query string'],
  'no-timestamp': [400, -2005, 'timestamp is missing'],
  'bad-timestamp': [400, -2006, 'timestamp is not in milliseconds'],
  'stale-timestamp': [401, -2007, 'timestamp is too far from the time here'],
  'bad-parameters': [400, -2008, 'The parameters are not acceptable'],
  replayed: [409, -2009, 'This request was seen before'],
  'locked-out': [403, -2010, 'Too many wrong signatures: come back later'],
  'order-malformed': [400, -3001, 'side, price and quantity are required'],
  'order-unknown': [404, -3002, 'No such open order'],
  'balance-insufficient': [409, -3003, 'The balance does not suffice'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>

export type Reason = keyof typeof refusals

export interface Refusal {
  readonly name: Reason
  readonly status: number
  readonly code: number
  readonly message: string
}

export function refusalFor(name: Reason): Refusal {
  const [status, code, message] = refusals[name]
  return { name, status, code, message }
}
