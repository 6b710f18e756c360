/** Legal variations of time. */
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
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
]
