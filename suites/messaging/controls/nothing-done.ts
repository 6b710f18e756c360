/** Ways to show that refused requests had no effect: the same request is accepted afterwards, a list, or a fixture. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Reply } from '../../../harness/index.ts'
import { severalTokens } from '../account/device-tokens.ts'
import { type AcceptedCaller, unlessShutOut } from '../authentication/impostors.ts'
import { anyFixture, unlessMissing } from '../fixtures.ts'
import type { FixtureKind, World } from '../world.ts'
import { type Changes, sendOptionsFor } from './variations.ts'

/** Makes claims; returns whether there was anything to examine. */
type NoEffectCheck = (
  world: World,
  known: AcceptedCaller,
  asked: Changes,
  refused: readonly Reply[],
) => Promise<boolean>

/** Claims that something possible only once is still possible, such as deleting a queue or removing a reaction. */
const stillPossible =
  (operation: MessagingOperationId): NoEffectCheck =>
  async (world, { person, control }, asked) => {
    const reply = await person.sends(operation, asked, await sendOptionsFor(world, operation))
    world
      .claim(await unlessShutOut(world, reply, person))
      .against(control)
      .succeeds()
    return true
  }

/** How long an unread queue is assumed to live; the contract does not say. */
const QUEUE_LIVES_MS = 60_000

const queueStillThere: NoEffectCheck = async (world, known, asked, refused) => {
  const [first] = refused
  const age = first ? world.clock.now() - Date.parse(first.exchange.sentAt) : 0
  return age <= QUEUE_LIVES_MS && stillPossible('deleteEventQueue')(world, known, asked, refused)
}

/** Only if a user can have several tokens: otherwise another one may have replaced it. */
const tokenStillThere: NoEffectCheck = async (world, ...how) =>
  (await severalTokens(world)) && stillPossible('removeApnsToken')(world, ...how)

/** Claims that the list has nothing with the requested name. */
const notListed =
  (read: 'getUserGroups' | 'getProfileFields', list: string): NoEffectCheck =>
  async (world, { person }, { name }) => {
    const reply = await person[read]()
    world.requireAccepted(reply)
    world.claim(reply).listsNo(list, { name })
    return true
  }

const stillActive: NoEffectCheck = async (world, { person }, { user_group_id: id }) => {
  const reply = await person.getUserGroups()
  world.requireAccepted(reply)
  world.claim(reply).lists('/user_groups', { id }, { deactivated: false })
  return true
}

type Value = Readonly<Record<string, unknown>>

/** Claims, by a fixture that reads the state back, that nothing was done; without the fixture there is no claim. */
const notReadBack =
  (kind: FixtureKind, what: string, isDone: (value: Value, asked: Changes) => boolean): NoEffectCheck =>
  async (world, { person }, asked, refused) => {
    const value = await anyFixture(world)
      .provide(kind, { as: person.email, id: asked['scheduled_message_id'] })
      .catch(unlessMissing)
    if (value) world.claim(...refused).isNotShown(what, isDone(value, asked) ? asked : null)
    return value !== null
  }

const inLowerCase = (value: unknown): string => JSON.stringify(value ?? null).toLowerCase()
const holds = (value: unknown, wanted: unknown): boolean => inLowerCase(value).includes(inLowerCase(wanted))

export const NOTHING_DONE: { readonly [Id in MessagingOperationId]?: NoEffectCheck } = {
  deleteEventQueue: queueStillThere,
  removeReaction: stillPossible('removeReaction'),
  removeApnsToken: tokenStillThere,
  revokeReusableInviteLink: stillPossible('revokeReusableInviteLink'),
  deactivateUserGroup: stillActive,
  createUserGroup: notListed('getUserGroups', '/user_groups'),
  createProfileField: notListed('getProfileFields', '/custom_fields'),
  createDrafts: notReadBack('drafts-of', 'a draft that nobody created', ({ drafts }, asked) =>
    holds(drafts, (asked['drafts'] as { content?: unknown }[])[0]?.content),
  ),
  sendInvites: notReadBack('invitations', 'an invitation that nobody sent', ({ emails }, asked) =>
    holds(emails, asked['invitee_emails']),
  ),
  addDefaultChannel: notReadBack('default-channels', 'a default channel that nobody added', ({ ids }, asked) =>
    (Array.isArray(ids) ? ids : []).includes(asked['stream_id']),
  ),
  updateScheduledMessage: notReadBack('scheduled-state', 'an edit that nobody made', ({ content }, asked) =>
    holds(content, asked['content']),
  ),
}
