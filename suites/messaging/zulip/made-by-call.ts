/** What a call of the provisioner created, derived from the evidence of a run alone. */
import { type Exchange, isObject } from '../../../harness/index.ts'
import { outcomeOf } from '../outcome.ts'
import type { Made } from './made-in.ts'

interface Making {
  readonly kind: string
  /** The member of the reply that identifies it, or the field that was sent. */
  readonly answered?: string
  readonly sent?: string
}

const MAKINGS: Readonly<Record<string, Making>> = {
  '/messages': { kind: 'message', answered: 'id' },
  '/scheduled_messages': { kind: 'scheduled message', answered: 'scheduled_message_id' },
  '/channels/create': { kind: 'channel', answered: 'id' },
  '/realm/filters': { kind: 'linkifier', answered: 'id' },
  '/users': { kind: 'user', sent: 'email' },
}

export function madeByCall(seen: Exchange): Made | null {
  const { request, json } = seen
  if (request.method !== 'POST' || outcomeOf(seen) !== 'success' || !isObject(json)) return null
  const { pathname } = new URL(request.url)
  const [, making] = Object.entries(MAKINGS).find(([path]) => pathname.endsWith(`/api/v1${path}`)) ?? []
  if (!making) return null
  const { kind, answered, sent } = making
  const id = answered ? json[answered] : new URLSearchParams(request.body ?? '').get(sent ?? '')
  return typeof id === 'number' || typeof id === 'string' ? { kind, id } : null
}
