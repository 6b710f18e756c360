/** The trading API as a check uses it: public operations by name, and the signed probe. */

import type { TargetFile } from '../../generated/formats.ts'
import {
  type OperationData,
  operations,
  type ParametersOf,
  type TradingOperationId,
} from '../../generated/operations.ts'
import { encode, encodeQuery, type Parameter, type Reply, Undecided, type WordsGiven } from '../../harness/index.ts'
import { inactiveIn, marketsEverInactive } from './listing.ts'
import { shutOut } from './shut-out.ts'
import { sign } from './signing/signer.ts'

export interface PublicOptions {
  readonly observed?: boolean
  /** True if the contract does not require this request to succeed; false by default. */
  readonly mayFail?: boolean
  /**
   * Whether a refusal may count against the venue, so that a lock-out has to be ruled out; by default the opposite of `mayFail`.
   */
  readonly due?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly impatient?: boolean
  /** How many requests of the same kind come before it: the first of each kind leave before the second of any. */
  readonly after?: number
  /** Milliseconds to wait before it leaves. */
  readonly wait?: number
}

/** The parts of a signed request; each may be tampered with before it leaves. */
export interface SignedRequest {
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
}

export interface ProbeOptions {
  readonly observed?: boolean
  /** Asked when it was throttled: true if the reply is returned, and nothing waits or is sent again because of it. */
  readonly keepsThrottled?: () => boolean
  /** How many requests of the same check come before it: the first of each check leave before the second of any. */
  readonly after?: number
}

export type Venue = VenueBasics & {
  readonly [Id in TradingOperationId]: (params?: ParametersOf<Id>, options?: PublicOptions) => Promise<Reply>
}

export interface VenueBasics extends Pick<WordsGiven, 'alone' | 'firstRequests'> {
  readonly credentials: { readonly apiKey: string; readonly secretKey: string } | null
  readonly probe: NonNullable<NonNullable<TargetFile['trading']>['signedProbe']> | null
  /** Sends a request to any path below the base address, with any options. */
  visits(operation: TradingOperationId | null, path: string, options?: PublicOptions): Promise<Reply>
  /** The rate limit, in requests per second, that the target file sets; 0 if there is none. */
  readonly rateLimit: number
  readonly baseUrl: string
  /** The markets that any list of this run has shown as inactive. */
  readonly everInactive: ReadonlySet<string>
  /** The probe's own parameters, without a timestamp. */
  readonly probeParameters: readonly Parameter[]
  /** These parameters, correctly signed with the account's credentials. */
  signed(pairs: readonly Parameter[]): SignedRequest
  /** Sends the probe. Its query and headers are made when its turn comes, so that no timestamp grows old in a queue. */
  probes(make: () => Promise<SignedRequest>, options?: ProbeOptions): Promise<Reply>
}

/** The headers that an ordinary client sends. */
export const CLIENT = {
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'fa-IR,fa;q=0.9,en;q=0.5',
  'cache-control': 'no-cache',
} as const

/** The rank of one step of `after`: more than the ranks of any two checks differ. */
const RANK_STEP = 10_000

export function venue(
  trading: NonNullable<TargetFile['trading']>,
  { client, check, alone, firstRequests }: Pick<WordsGiven, 'alone' | 'check' | 'client' | 'firstRequests'>,
  rateLimit: number,
): Venue {
  const credentials = trading.credentials ?? null
  const probe = trading.signedProbe ?? null
  const lockOut = shutOut(trading, canary =>
    client.send({
      ...{ api: 'trading', operation: null, actor: null, check, method: 'GET', headers: {}, body: null },
      url: trading.baseUrl + operations[canary].path,
      ...{ purpose: 'observed', impatient: true },
    }),
  )
  const everInactive = marketsEverInactive(trading)
  const basics: VenueBasics = {
    alone,
    firstRequests,
    credentials,
    probe,
    rateLimit,
    everInactive,
    baseUrl: trading.baseUrl,
    probeParameters: Object.entries(probe?.params ?? {}).map(([name, value]) => [name, String(value)] as const),
    async visits(operation, path, options = {}) {
      const reply = await client.send({
        api: 'trading',
        operation,
        actor: null,
        check,
        method: options.method ?? 'GET',
        url: trading.baseUrl + path,
        headers: options.headers ?? {},
        body: null,
        purpose: options.observed ? 'observed' : 'judged',
        expects: options.observed || options.mayFail ? 'any' : 'success',
        impatient: options.impatient ?? false,
        wait: options.wait ?? 0,
        rank: (options.after ?? 0) * RANK_STEP,
        ...(operation !== null &&
          !options.observed &&
          !options.impatient &&
          (options.due ?? !options.mayFail) && { saysNothing: lockOut.watching(operation) }),
      })
      if (operation === 'getExchangeInfo') for (const symbol of inactiveIn(reply)) everInactive.add(symbol)
      return reply
    },
    signed(pairs) {
      if (!credentials) throw new Undecided('no-credentials', 'the target file has no trading credentials', false)
      const query = encodeQuery(pairs)
      return {
        query,
        headers: { 'x-svc-apikey': credentials.apiKey, 'x-svc-signature': sign(query, credentials.secretKey) },
      }
    },
    probes(make, options = {}) {
      if (!probe) throw new Undecided('fixture-missing', 'the target file has no trading.signedProbe', false)
      const url = trading.baseUrl + probe.path
      return client.send({
        api: 'trading',
        operation: 'signedProbe',
        actor: 'account',
        check,
        method: probe.method ?? 'GET',
        url,
        headers: {},
        body: null,
        purpose: options.observed ? 'observed' : 'judged',
        rank: (options.after ?? 0) * RANK_STEP,
        ...(options.keepsThrottled && { keepsThrottled: options.keepsThrottled }),
        departing: async () => {
          const { query, headers } = await make()
          lockOut.signed()
          return { url: query === '' ? url : `${url}?${query}`, headers }
        },
      })
    },
  }
  return new Proxy(basics, {
    get(target, property) {
      if (property in target || typeof property !== 'string') return Reflect.get(target, property)
      if (!Object.hasOwn(operations, property)) return undefined
      const data: OperationData = operations[property as TradingOperationId]
      return (params: Readonly<Record<string, unknown>> = {}, options?: PublicOptions) =>
        target.visits(property as TradingOperationId, encode(data, params).path, options)
    },
  }) as Venue
}
