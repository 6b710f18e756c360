/** Requests with a wrong API key make and change nothing; of a batch that is refused nothing is kept. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Reply, Tried } from '../../harness/index.ts'
import { area } from '../messaging/area.ts'
import { type Changes, controlOf } from '../messaging/controls/variations.ts'
import { existsAt } from '../messaging/conventions/exists-at.ts'
import { unlessMissing } from '../messaging/fixtures.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { newDirect, stateOf } from '../messaging/scheduled-messages/scheduled-message-makers.ts'
import { sentIn } from '../messaging/sent-in.ts'
import type { World } from '../messaging/world.ts'
import { claimOn } from './claim-on.ts'
import { nothingListed } from './generated.predicates.ts'
import { asBefore, channelGone, draftGone, inviteGone } from './left-behind.ts'
import { wrongly } from './wrong-key.ts'

type Attempt = (world: World) => Promise<Tried | null>

async function sentWrongly(world: World, operation: MessagingOperationId): Promise<Reply> {
  const { who, params } = controlOf(operation)
  return wrongly(who(world)).sends(operation, (await params(world, who(world))) as Changes)
}

async function unlisted(
  world: World,
  refused: Reply,
  reads: 'getUserGroups' | 'getProfileFields',
): Promise<Tried | null> {
  if (outcomeOf(refused) !== 'error') return null
  const list = reads === 'getUserGroups' ? 'user_groups' : 'custom_fields'
  const names = [sentIn(refused, 'name') ?? '']
  const sent = `${refused.exchange.operation}, which was refused`
  return { replies: [await world.admin.sends(reads, {})], predicate: nothingListed, args: { sent, list, names } }
}

const ATTEMPTS: readonly Attempt[] = [
  async world => unlisted(world, await sentWrongly(world, 'createUserGroup'), 'getUserGroups'),
  async world => unlisted(world, await sentWrongly(world, 'createProfileField'), 'getProfileFields'),
  async world => {
    const content = world.name('refused')
    const draft = { type: '', to: [], topic: '', content }
    return draftGone(world, await wrongly(world.user).sends('createDrafts', { drafts: [draft] }), content)
  },
  async world => inviteGone(world, await sentWrongly(world, 'sendInvites')),
  async world =>
    existsAt('createChannel', world.level) ? channelGone(world, await sentWrongly(world, 'createChannel')) : null,
  async world => {
    const id = await newDirect(world)
    const before = await stateOf(world, id)
    const sent = { scheduled_message_id: id, content: world.name('unsent') }
    const reply = await wrongly(world.user).sends('updateScheduledMessage', sent)
    return asBefore(reply, before, await stateOf(world, id))
  },
]

/** Attempts that need something the target lacks are left out. */
export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refused-callers-change-nothing',
    'What was sent with a wrong API key is neither made nor changed',
    async world => {
      const attempts = world.tries(ATTEMPTS, 2)
      for (const attempt of attempts) {
        const tried = await attempt(world).catch(unlessMissing)
        if (tried) claimOn(world, tried)
      }
    },
  ),

  check(
    'messaging.properties.refused-batches-not-kept',
    'Of a batch of drafts that was refused none is kept',
    async world => {
      const good = (): Changes => ({ type: '', to: [], topic: '', content: world.name('refused') })
      const bad = (): Changes => ({ ...good(), type: 'stream', topic: 'assay' })
      const batches = [
        [good(), bad()],
        [bad(), good()],
        [good(), { ...good(), type: 'assay' }, good()],
      ]
      for (const drafts of world.tries(batches)) {
        const reply = await world.user.sends('createDrafts', { drafts })
        for (const { content } of drafts) {
          const tried = await draftGone(world, reply, String(content))
          if (tried) claimOn(world, tried)
        }
      }
    },
  ),
])
