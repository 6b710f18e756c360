/** Replies that say nothing about a deployment: "slow down", and replies of the network in front of it. */
import type { Clock } from '../clock.ts'
import { type Exchange, parseJson } from '../evidence/exchange.ts'
import { valueAt } from '../judging/paths.ts'
import type { ApiEntry } from '../target/api-entry.ts'
import { Undecided } from '../undecided.ts'
import type { WireResponse } from './transport.ts'

export function saysSlowDown(response: WireResponse, described: ApiEntry['throttled'] | undefined): boolean {
  if (response.status === 429) return true
  if (response.status === 503 && response.headers['retry-after'] !== undefined) return true
  if (!described) return false
  if (described.status !== undefined && described.status !== response.status) return false
  return described.pointer === undefined || valueAt(parseJson(response.body), described.pointer) === described.equals
}

/** Whether a gateway without a service behind it wrote the reply, and not the deployment. */
export function isOfTheNetwork({ status, body }: Pick<WireResponse, 'status' | 'body'>): boolean {
  return status >= 502 && status <= 504 && parseJson(body) === undefined
}

/** Thrown for such a reply, which proves nothing: the check is undecided. */
export class NetworkReply extends Undecided {
  readonly status: number
  constructor({ status, exchange }: { status: number; exchange: Exchange }) {
    const { origin } = new URL(exchange.request.url)
    super({ kind: 'not-json', origin, status, exchange: exchange.n })
    this.status = status
  }
}

/** How long the reply asks to wait, in milliseconds and without an upper limit; null if it does not say. */
export function retryAfter({ headers }: Pick<WireResponse, 'headers'>, clock: Clock): number | null {
  const header = headers['retry-after']
  if (header === undefined) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - clock.now()
  return Number.isFinite(ms) ? Math.max(ms, 50) : null
}
