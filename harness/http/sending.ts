/** A request that is to be sent, and what is known about it. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { Undecided } from '../undecided.ts'
import type { WireRequest, WireResponse } from './transport.ts'

export interface Sending extends WireRequest {
  readonly api: string
  readonly operation: string | null
  readonly actor: string | null
  readonly check: string | null
  readonly attempt?: number
  readonly sent?: readonly string[]
  readonly via?: ExchangeRecord['via']
  readonly purpose?: ExchangeRecord['purpose']
  readonly expects?: 'success' | 'any'
  /** A request whose very refusal is to be seen: throttling is not waited out. */
  readonly impatient?: boolean
  /** Of requests that wait for their turn the lowest leaves first. Added to what its check has. */
  readonly rank?: number
  /** So many milliseconds pass before it waits for its turn; where the number of requests is capped, it counts from the beginning. */
  readonly wait?: number
  /** Waits for its turn, where others may begin meanwhile. */
  readonly aside?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined
  /** Whether a reply shows nothing about the request, as if it said "slow down": asked before it is judged. Why, where waiting is over. */
  readonly saysNothing?: (came: Pick<WireResponse, 'status' | 'body'>) => false | Promise<boolean | Undecided>
  /** Makes what has to be fresh when its turn has come, again for each repetition: a timestamp and its signature. */
  readonly departing?: () => Promise<Pick<WireRequest, 'url' | 'headers'>>
}
