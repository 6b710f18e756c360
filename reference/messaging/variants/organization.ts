/** Legal variations of linkifiers and presence. */
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { getLinkifiers } from '../linkifiers.ts'
import { getPresence } from '../presence.ts'
import { variant } from './variant.ts'

export const organizationVariants: readonly Variant[] = [
  variant(
    'linkifiers.newest-first',
    'linkifiers.order',
    'The newest linkifier stands first',
    alter(getLinkifiers, 'effect', list => list.toReversed()),
  ),
  variant(
    'presence.accessible-only',
    'presence.limited',
    'Guests see only themselves',
    alter(getPresence, 'given', ({ people }, { caller }) => ({ people: people.filter(({ id }) => id === caller.id) }), {
      role: 'guest',
    }),
  ),
  variant(
    'presence.whole-seconds',
    'principle 1: a number of any precision',
    'server_timestamp is an integer',
    alter(getPresence, 'reply', (reply, { now }) => ({ ...reply, server_timestamp: now })),
  ),
  variant(
    'presence.more-clients',
    'principle 2: extra members',
    'Presences carry an entry for each client',
    alter(getPresence, 'entries', said => ({
      ZulipMobile: { ...said.website, client: 'ZulipMobile', pushable: true },
      ...said,
    })),
  ),
]
