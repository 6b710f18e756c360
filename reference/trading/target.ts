/** The trading section of a target file for the venue. */
import { stageOn } from '../operations/stage.ts'
import { apiKey, secretKey } from './credentials.ts'
import { isLimited, limit } from './limiter.ts'
import type { Call } from './operation.ts'
import type { Venue } from './venue.ts'

export const root = '/trading/v1'

type Owner = Pick<Call, 'venue' | 'about'>

export const target = stageOn<Owner, never>()({
  id: 'target',
  rules: {},
  steps: {
    /** How accepted and refused requests can be distinguished if the target file says nothing about it. */
    toldBy: (_owner: Owner): readonly ('status' | 'envelope')[] => ['status', 'envelope'],
    throttled: (_owner: Owner): object | undefined => undefined,
    /** Whether the probe tolerates unknown parameters. */
    tolerates: (_owner: Owner): boolean => true,
  },
})

export function targetOf(origin: string, venue: Venue): Record<string, unknown> {
  const owner: Owner = { venue, about: { operation: '', role: '', caller: '', steady: '', earlier: [] } }
  const { toldBy, throttled, tolerates } = venue.behaves(target).steps
  const slowDown = throttled(owner)
  return {
    baseUrl: origin + root,
    requestsPerSecond: isLimited(venue.behaves(limit).steps.allowance(owner)) ? 10 : 0,
    credentials: { apiKey, secretKey },
    signedProbe: {
      method: 'GET',
      path: '/account/balance',
      params: { asset: 'btc' },
      extraParams: tolerates(owner),
      ...(toldBy(owner).length === 0 && { accepted: { pointer: '/code', equals: 0 } }),
    },
    ...(slowDown && { throttled: slowDown }),
  }
}
