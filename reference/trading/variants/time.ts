/** Legal variations of time. */
import type { Variant } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { asJson } from '../framing.ts'
import { listing } from '../listing.ts'
import { refusing } from '../refusals.ts'
import { target } from '../target.ts'
import { signing } from '../verify-signature.ts'
import { variant } from './variant.ts'

export const timeVariants: readonly Variant[] = [
  variant(
    'time.two-readings',
    'time.one-reading',
    'serverTime is read a second and a half after the result of time',
    alter(envelope, 'body', (body, { now }) => ({ ...(body as object), serverTime: String(now + 1_500) }), {
      where: ({ endpoint }) => !endpoint?.bare,
    }),
  ),
  variant(
    'time.another-clock',
    'time.one-reading',
    'serverTime is eight tenths of a second ahead, and a timestamp may be half a second off the result of time',
    [
      alter(envelope, 'body', (body, { now }) => ({ ...(body as object), serverTime: String(now + 800) }), {
        where: ({ endpoint }) => !endpoint?.bare,
      }),
      refuseAlso(signing, 'stale-timestamp', { where: ({ late }) => Math.abs(late) > 500 }),
    ],
    { excludes: ['trading.access.slow'] },
  ),
  variant(
    'time.clock-of-signing',
    'errors.status-flag',
    'Replies tell a time that is a minute behind that of timestamps, and refusals are envelopes with a word for their status',
    [
      alter(listing, 'time', now => now - 60_000),
      alter(refusing, 'said', (said, { venue }) => ({
        ...said,
        ...asJson({ status: 'failed', serverTime: String(venue.clock.now() - 60_000), result: {} }),
        status: 200,
      })),
      alter(target, 'toldBy', told => told.filter(one => one !== 'status')),
    ],
  ),
]
