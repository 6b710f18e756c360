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
  /** A request whose refusal is of interest: if it is throttled, it is not sent again. */
  readonly impatient?: boolean
  /** Asked when it was throttled: true if the reply is returned, and nothing waits or is sent again because of it. */
  readonly keepsThrottled?: () => boolean
  /** May be sent again if its connection was lost, although it is no read. */
  readonly repeatable?: boolean
  /** Of the requests that wait for their turn, the lowest leaves first. It is added to the rank of its check. */
  readonly rank?: number
  /** How many milliseconds to wait before it queues for its turn; it counts against a cap on requests from the beginning. */
  readonly wait?: number
  /** Lets other checks begin while the request waits for its turn. */
  readonly aside?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined
  /**
   * Called before a reply is judged: whether it proves nothing about the request, as if it said "slow down". An
   * `Undecided` means that nobody waits any longer, and says why.
   */
  readonly saysNothing?: (response: Pick<WireResponse, 'status' | 'body'>) => false | Promise<boolean | Undecided>
  /** Makes what has to be fresh when the request leaves, and again for each repetition: a timestamp and its signature. */
  readonly departing?: () => Promise<Pick<WireRequest, 'url' | 'headers'>>
}
