/** Legal variations of time. */
import type { Variant } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
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
]
