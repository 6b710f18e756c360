/** Several unsupported parameters at once: messaging contract, "Conventions", rule 3. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import { property, type Tried, unsupportedParameters } from '../../harness/index.ts'
import { area } from '../messaging/area.ts'
import { controlReply, vary } from '../messaging/controls/variations.ts'
import { requireIgnored, withUnsupported } from '../messaging/conventions/unsupported.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { unsupportedListed } from './generated.predicates.ts'
import { runs } from './shares.ts'

/** Endpoints of each method that need nothing created for them. */
const OPERATIONS: readonly MessagingOperationId[] = [
  'getLinkifiers',
  'createDrafts',
  'getProfileFields',
  'setTypingStatus',
  'getUserGroups',
  'createUserGroup',
  'getPresence',
  'addNavigationView',
]

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.unsupported-listed',
    'Several unsupported parameters at once are all listed, whatever they are called and whatever they hold',
    async world => {
      const { reply: plainest } = await withUnsupported(world, 'getLinkifiers')
      await requireIgnored(world, plainest, () => controlReply(world, 'getLinkifiers'))
      const kinds = OPERATIONS.map(label => ({ label, arbitrary: () => unsupportedParameters() }))
      await property(world, {
        first: kinds,
        others: kinds,
        runs: Math.max(world.budget === 'quick' ? 1 : 5, runs(world, 'unsupported')),
        action: async (extra, label): Promise<Tried | null> => {
          const reply = await vary(world, label as MessagingOperationId, extra)
          if (outcomeOf(reply) !== 'success') return null
          const args = { sent: `${label} with unsupported parameters`, names: Object.keys(extra) }
          return { replies: [reply], predicate: unsupportedListed, args, generated: Object.keys(extra) }
        },
      })
    },
  ),
])
