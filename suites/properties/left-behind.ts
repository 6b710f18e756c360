/** Refused requests leave nothing behind, in places that only a provisioner can read back. */
import {
  counterexampleOf,
  isNotShown,
  isObject,
  isShown,
  type NearlyValid,
  property,
  type Reply,
  type Tried,
  Undecided,
} from '../../harness/index.ts'
import { area } from '../messaging/area.ts'
import { channelNamedIn } from '../messaging/channels/channel-makers.ts'
import { addressesIn } from '../messaging/controls/controls-invitations.ts'
import { control, vary, without } from '../messaging/controls/variations.ts'
import { ofNotOneChannel } from '../messaging/drafts/draft-makers.ts'
import { pending } from '../messaging/invitations/invite-makers.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { editable, newDirect, newInChannel, stateOf } from '../messaging/scheduled-messages/scheduled-message-makers.ts'
import { toUnknownChannel } from '../messaging/scheduled-messages/scheduled-message-refusals.ts'
import type { World } from '../messaging/world.ts'
import { claimOn } from './claim-on.ts'
import { constraintKinds } from './refusing.ts'
import { type Params, ready, send } from './requests.ts'
import { runs } from './shares.ts'

type Family = 'createDrafts' | 'sendInvites' | 'createChannel' | 'updateScheduledMessage'

interface Aftermath {
  readonly share: 'unchanged drafts' | 'unchanged invites' | 'unchanged channels' | 'unchanged edits'
  /** Refusals that other checks cause in any case. */
  readonly known: (world: World) => Promise<readonly (Tried | null)[]>
  /** Null if the request was not refused, or if nothing it could leave behind would be recognized by its name. */
  readonly action: (world: World, nearly: NearlyValid) => Promise<Tried | null>
}

const isRefused = (reply: Reply): boolean => outcomeOf(reply) === 'error'

const gone = (reply: Reply, what: string, found: unknown): Tried => ({
  replies: [reply],
  predicate: isNotShown,
  args: { what, found: found ?? null },
})

const families: { readonly [Id in Family]: Aftermath } = {
  createDrafts: {
    share: 'unchanged drafts',
    known: async world =>
      Promise.all((await ofNotOneChannel(world)).map(({ reply, content }) => draftGone(world, reply, String(content)))),
    action: async (world, { params, control: valid }) => {
      const drafts = params['drafts']
      const at = brokenAt(drafts, valid['drafts'])
      const broken = Array.isArray(drafts) ? drafts[at] : undefined
      if (!Array.isArray(drafts) || !isObject(broken) || typeof broken['content'] !== 'string') return null
      const mark = world.name('refused')
      const marked = (draft: unknown, index: number): unknown =>
        index === at ? { ...(draft as Params), content: `${mark}: ${broken['content']}` } : draft
      const made = (await ready(world, 'createDrafts', { drafts }))['drafts'] as readonly unknown[]
      const reply = await send(world, 'createDrafts', { drafts: made.map(marked) })
      return draftGone(world, reply, mark)
    },
  },
  sendInvites: {
    share: 'unchanged invites',
    known: async world => [await inviteGone(world, await without(world, 'sendInvites', 'stream_ids'))],
    action: async (world, nearly) =>
      onlyBrokenGenerated(nearly, await inviteGone(world, await brokenControl(world, 'sendInvites', nearly))),
  },
  createChannel: {
    share: 'unchanged channels',
    known: async world => [await channelGone(world, await without(world, 'createChannel', 'subscribers'))],
    action: async (world, nearly) =>
      onlyBrokenGenerated(nearly, await channelGone(world, await brokenControl(world, 'createChannel', nearly))),
  },
  updateScheduledMessage: {
    share: 'unchanged edits',
    known: async world =>
      (await toUnknownChannel(world)).map(({ reply, before, after }) => asBefore(reply, before, after)),
    action: async (world, { params, broken }) => {
      const bad = await ready(world, 'updateScheduledMessage', params)
      const inChannel = bad['type'] === 'stream' || bad['type'] === 'channel'
      const id = await (inChannel ? newInChannel(world) : newDirect(world))
      const other = broken.pointer === '/content' ? {} : { content: world.name('unsent') }
      const before = await stateOf(world, id)
      const reply = await send(world, 'updateScheduledMessage', { ...bad, ...other, scheduled_message_id: id })
      return asBefore(reply, before, await stateOf(world, id))
    },
  },
}

/** The index of the broken draft: the good ones of a batch may be kept. */
const brokenAt = (drafts: unknown, valid: unknown): number =>
  Array.isArray(drafts) && Array.isArray(valid)
    ? drafts.findIndex((draft, index) => JSON.stringify(draft) !== JSON.stringify(valid[index]))
    : -1

/** The mark alone or before a colon: the content of another draft may begin with the same words. */
const isMarked = (content: string, mark: string): boolean => content === mark || content.startsWith(`${mark}:`)

export async function draftGone(world: World, reply: Reply, mark: string): Promise<Tried | null> {
  if (!isRefused(reply)) return null
  const { drafts } = await world.provide('drafts-of', { as: world.user.email })
  const list: readonly unknown[] = Array.isArray(drafts) ? drafts : []
  return gone(
    reply,
    'draft that was refused',
    list.find(draft => isObject(draft) && isMarked(String(draft['content']), mark)),
  )
}

export async function inviteGone(world: World, reply: Reply | null): Promise<Tried | null> {
  if (!reply || !isRefused(reply)) return null
  const sent = addressesIn(reply)
  return gone(
    reply,
    'pending invitation that was refused',
    (await pending(world)).find(email => sent.includes(email)),
  )
}

export async function channelGone(world: World, reply: Reply | null): Promise<Tried | null> {
  return reply && isRefused(reply) ? gone(reply, 'channel that was refused', await channelNamedIn(world, reply)) : null
}

export function asBefore(reply: Reply, before: Params | null, found: Params | null): Tried | null {
  if (!before) throw new Undecided('fixture-missing', 'the provisioner cannot read a scheduled message back', false)
  if (!isRefused(reply)) return null
  return { replies: [reply], predicate: isShown, args: { what: 'the scheduled message', found, has: editable(before) } }
}

/** Notes that only the broken parameter of the request was generated. */
const onlyBrokenGenerated = ({ broken }: NearlyValid, tried: Tried | null): Tried | null =>
  tried && { ...tried, generated: [broken.pointer.split('/')[1] ?? ''] }

/** Sends the control, then the same with one parameter broken. Null for the parameter by which an effect is recognized. */
async function brokenControl(
  world: World,
  operation: 'sendInvites' | 'createChannel',
  { params, broken }: NearlyValid,
): Promise<Reply | null> {
  const name = broken.pointer.split('/')[1] ?? ''
  if (name === 'name' || name === 'invitee_emails') return null
  await control(world, operation)
  const bad = await ready(world, operation, { [name]: params[name] })
  return vary(world, operation, { [name]: bad[name] })
}

const leavesNothing = (operation: Family) => async (world: World) => {
  const { share, known, action } = families[operation]
  if (counterexampleOf(world.generation) === null) {
    for (const tried of await known(world)) {
      if (tried) claimOn(world, tried)
      else world.cannotJudge('what should have been refused was not')
    }
  }
  const kinds = await constraintKinds(world, operation)
  await property(world, {
    first: kinds,
    others: kinds,
    runs: runs(world, share),
    action: nearly => action(world, nearly),
  })
}

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refused-drafts-not-kept',
    'A draft that was refused for a broken constraint is not among the drafts of its user',
    leavesNothing('createDrafts'),
  ),
  check(
    'messaging.properties.refused-invites-not-sent',
    'An invitation that was refused for a broken constraint is not pending',
    leavesNothing('sendInvites'),
  ),
  check(
    'messaging.properties.refused-channels-not-made',
    'There is no channel of the name whose creation was refused for a broken constraint',
    leavesNothing('createChannel'),
  ),
  check(
    'messaging.properties.refused-edits-not-made',
    'An edit of a scheduled message that was refused leaves the message as it was',
    leavesNothing('updateScheduledMessage'),
  ),
])
