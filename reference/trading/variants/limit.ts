/** Legal variations of the global limit. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change } from '../../operations/change.ts'
import { asJson } from '../framing.ts'
import { type Allowance, limit } from '../limiter.ts'
import { target } from '../target.ts'
import { variant } from './variant.ts'

const allowed = (change: (was: Allowance) => Partial<Allowance>): Change =>
  alter(limit, 'allowance', was => ({ ...was, ...change(was) }))

const isRefusing = ({ most, beyond }: Allowance): boolean => most <= 10 && beyond === 'refused'

/** If one variant refuses requests that another holds back, they are refused. */
const refused = allowed(was => ({ most: Math.min(was.most, 10), apart: 0, beyond: 'refused' }))
const heldBack = (change: (was: Allowance) => Partial<Allowance>): Change =>
  allowed(was => (isRefusing(was) ? {} : { ...change(was), beyond: 'held back' }))

export const limitVariants: readonly Variant[] = [
  variant('limit.by-refusal', 'limit.beyond-ten', 'The eleventh request within a second is refused with 429', refused),
  variant(
    'limit.by-delay',
    'limit.beyond-ten',
    'The eleventh request within a second is held back until it fits',
    heldBack(({ most }) => ({ most: Math.min(most, 10) })),
  ),
  variant('limit.by-503', 'limit.refusal-form', 'Requests beyond the limit are refused with 503 and Retry-After', [
    refused,
    alter(limit, 'said', said => (said.status === 429 ? { ...said, status: 503 } : said)),
  ]),
  variant(
    'limit.by-403',
    'limit.refusal-form',
    'Requests beyond the limit are refused with 403 and a code that the target file declares',
    [
      refused,
      alter(limit, 'said', () => ({ status: 403, headers: {}, ...asJson({ code: -429, message: 'Slow down' }) })),
      alter(target, 'throttled', () => ({ status: 403, pointer: '/code', equals: -429 })),
    ],
  ),
  variant(
    'limit.wait-until',
    'principle 12: slow down',
    'The eleventh request within a second is refused with the time until which to wait',
    [
      refused,
      alter(limit, 'said', (said, { venue }, seconds) => {
        const until = new Date(venue.clock.now() + seconds * 1000 + 999).toUTCString()
        return 'retry-after' in said.headers ? { ...said, headers: { 'retry-after': until } } : said
      }),
    ],
  ),
  variant('limit.penalty', 'limit.recovery', 'Whoever passes the limit is refused for three seconds', [
    refused,
    allowed(() => ({ penalty: 3_000 })),
  ]),
  variant(
    'limit.spread-out',
    'limit.burst',
    'Requests closer together than 50 ms are held back',
    heldBack(() => ({ apart: 50 })),
  ),
  variant(
    'limit.tenth-of-a-second',
    'limit.burst',
    'Requests closer together than 100 ms are refused with 429',
    allowed(was => (isRefusing(was) ? {} : { apart: Math.max(was.apart, 100), beyond: 'refused' })),
  ),
  variant(
    'limit.hundred',
    'limit.beyond-ten',
    'A hundred requests a second are served',
    allowed(({ most }) => ({ most: Math.min(most, 100) })),
  ),
  variant(
    'limit.five-of-one',
    'limit.per-endpoint',
    'One endpoint serves five requests a second, the rest of them refused with 429',
    allowed(() => ({ mostOfOne: 5 })),
  ),
  variant(
    'limit.swagger-seldom',
    'limit.per-endpoint',
    'The swagger document is served once in eight seconds, else refused with 429',
    alter(limit, 'allowance', was => ({ ...was, apartOfOne: 8_000 }), {
      where: ({ about }) => about.operation === 'getSwagger',
    }),
  ),
]
