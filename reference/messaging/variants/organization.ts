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
    'presence.hidden',
    'principle 1: who is listed is not written',
    'Nobody is listed as present',
    alter(getPresence, 'given', () => ({ people: [] })),
    { leaves: 'untried' },
  ),
  variant(
    'presence.whole-seconds',
    'principle 1: a number of any precision',
    'server_timestamp is an integer',
    alter(getPresence, 'reply', (reply, { now }) => ({ ...reply, server_timestamp: now })),
  ),
  variant(
    'presence.by-the-hour',
    'principle 1: how often activity is noted',
    'Presence is timed in seconds, rounded down to the hour',
    alter(getPresence, 'entries', ({ website, aggregated }) => {
      const timestamp = aggregated.timestamp - (aggregated.timestamp % 3600)
      return { website: { ...website, timestamp }, aggregated: { ...aggregated, timestamp } }
    }),
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
