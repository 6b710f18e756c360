/** Prepares generated requests for sending: real ids, unique names, and the actor who sends them. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import { isObject, type Reply, type RequestOptions, Undecided } from '../../harness/index.ts'
import { callerOf, controlOf } from '../messaging/controls/variations.ts'
import { lengthFor } from '../messaging/names.ts'
import { optionsField } from '../messaging/profile-fields/profile-field-makers.ts'
import { DAY, inDays } from '../messaging/scheduled-messages/scheduled-message-makers.ts'
import type { World } from '../messaging/world.ts'
import { levelsFor, limitOfParameter, limitSettings, uniqueParameters } from './arbitraries.ts'
import { ids, withRealIds } from './things.ts'

export type Params = Readonly<Record<string, unknown>>
type Text = 'plain' | 'hostile'

/** Parameters that are not generated freely: the target's configuration or other checks decide about them. */
const fixedParameters: { readonly [Id in MessagingOperationId]?: RequestOptions['given'] } = {
  createChannel: { message_retention_days: 'absent', invite_only: [false] },
  sendInvites: { invite_as: [400, 200, 300, 600] },
  createReusableInviteLink: { invite_as: [400, 200, 300, 600] },
  createProfileField: { display_in_profile_summary: [false] },
  updateScheduledMessage: { scheduled_message_id: (ids['scheduled-message'] ?? []).slice(0, 1) },
}

const known = new Map<string, RequestOptions>()

/**
 * The options for an operation's generated requests. Runs of this process with equal options share one object, so that what is
 * derived from it is computed once.
 */
export async function optionsFor(
  world: World,
  operation: MessagingOperationId,
  text: Text = 'plain',
): Promise<RequestOptions> {
  const limits: Record<string, number> = {}
  for (const setting of limitSettings) limits[setting] = await lengthFor(world, setting)
  world.generation.restsOn.set('limits', limits).set('inviteDomain', world.inviteDomain)
  const own = fixedParameters[operation]
  const levels = levelsFor(operation, world.level)
  const key = JSON.stringify([levels, text, limits, world.inviteDomain, own && operation])
  const made = known.get(key) ?? {
    ...levels,
    text,
    limits,
    ids,
    emailDomain: world.inviteDomain,
    ...(own && { given: own }),
  }
  known.set(key, made)
  return made
}

/** The generated parameters as they are sent. */
export async function ready(world: World, operation: MessagingOperationId, params: Params): Promise<Params> {
  const fitting =
    operation === 'updateScheduledMessage' ? dueSoon(world, fitToMessage(params)) : editedLately(world, params)
  const real = (await withRealIds(world, operation, fitting)) as Record<string, unknown>
  for (const name of uniqueParameters(operation)) {
    if (typeof real[name] === 'string' && real[name] !== '')
      real[name] = await unique(world, operation, name, real[name])
  }
  if (operation === 'addPlayground' && typeof real['pygments_language'] === 'string') {
    const control = controlOf(operation)
    const { pygments_language } = (await control.params(world, control.who(world))) as Params
    return { ...real, pygments_language }
  }
  if (operation === 'createDrafts' && Array.isArray(real['drafts'])) {
    const most = await lengthFor(world, 'max_message_length')
    return { ...real, drafts: real['drafts'].map(draft => marked(world, draft, most)) }
  }
  if (operation === 'createProfileField' && isObject(real['field_data']))
    return { ...real, field_data: await withOrders(world, distinct(real['field_data'])) }
  return real
}

/** A draft has no name: its content carries the run's id, which replaces as many characters if the content is long. */
function marked(world: World, draft: unknown, most: number): unknown {
  const content = isObject(draft) ? draft['content'] : undefined
  if (!isObject(draft) || typeof content !== 'string' || content.trim() === '' || content.includes('\0')) return draft
  return { ...draft, content: prefixed(world, 'draft', content, most) }
}

/** Choices that differ: no two have the same text or the same place. */
function distinct(choices: Params): Params {
  const taken = new Set<string>()
  const distinctChoice = ([key, choice]: [string, unknown], index: number): [string, unknown] => {
    if (!isObject(choice) || typeof choice['text'] !== 'string') return [key, choice]
    const plain = choice['text'].normalize('NFKC').toLowerCase()
    const text = taken.has(plain) ? `${choice['text']} ${index + 1}` : choice['text']
    taken.add(plain).add(text.normalize('NFKC').toLowerCase())
    return [key, { ...choice, text, ...(typeof choice['order'] === 'string' && { order: String(index + 1) }) }]
  }
  return Object.fromEntries(Object.entries(choices).map(distinctChoice))
}

/** Whether the order of a choice is text or a number is open: it is sent as the target has accepted it. */
async function withOrders(world: World, choices: Params): Promise<Params> {
  const [accepted] = Object.values((await optionsField(world)).sent['field_data'] as Params)
  if (!isObject(accepted) || typeof accepted['order'] !== 'number') return choices
  const numbered = (choice: unknown): unknown =>
    isObject(choice) && typeof choice['order'] === 'string' ? { ...choice, order: Number(choice['order']) } : choice
  return Object.fromEntries(Object.entries(choices).map(([key, choice]) => [key, numbered(choice)]))
}

/** Names the scheduled message that fits the type: the one for channels, else the direct one. */
function fitToMessage(params: Params): Params {
  const [direct, inChannel] = ids['scheduled-message'] ?? []
  const { type, to } = params
  if (type === 'stream' || type === 'channel') return { ...params, scheduled_message_id: inChannel }
  const users = typeof to === 'number' ? { to: (ids['another'] ?? []).slice(0, 1) } : {}
  return { ...params, ...(type === undefined ? users : {}), scheduled_message_id: direct }
}

/**
 * Moves a generated time into the month from now: the generator's times have a fixed start, and a target may refuse times far
 * away.
 */
function dueSoon(world: World, params: Params): Params {
  const { scheduled_delivery_timestamp: due } = params
  return typeof due === 'number' && Number.isInteger(due)
    ? { ...params, scheduled_delivery_timestamp: inDays(world, 1) + (due % (5 * DAY)) }
    : params
}

/** Moves the generated time of a draft's last edit into the last month: the contract does not say how old it may be. */
const editedLately = (world: World, params: Params): Params =>
  Array.isArray(params['drafts'])
    ? { ...params, drafts: params['drafts'].map(draft => (isObject(draft) ? lately(world, draft) : draft)) }
    : params

function lately(world: World, draft: Params): Params {
  const { timestamp } = draft
  return typeof timestamp === 'number' && Number.isInteger(timestamp) && timestamp > 0
    ? { ...draft, timestamp: inDays(world, 0) - (timestamp % (29 * DAY)) }
    : draft
}

/** The length of a name for which no limit is known. */
const NAME_LENGTH = 30

/** Puts the run's id in front of a text, within the limit of the register settings if there is one. */
async function unique(world: World, operation: MessagingOperationId, name: string, text: string): Promise<string> {
  const slug = world.name('g').replaceAll(' ', '-')
  if (name === 'invitee_emails') return text.replaceAll(/[^@,\n]+@/g, address => `${slug}-${address}`)
  if (name === 'fragment') return `${slug}/${text}`
  const setting = limitOfParameter(operation, name)
  return prefixed(world, 'g', text, setting === undefined ? NAME_LENGTH : await lengthFor(world, setting))
}

/** How many bytes of the text itself are kept if there is room for them. */
const KEPT_BYTES = 10

/** Puts a unique name before the text; a text at the limit keeps its length, in bytes too. */
function prefixed(world: World, label: string, text: string, limit: number): string {
  const own = world.name(label, Math.max(limit - KEPT_BYTES, Math.min(limit, 11)))
  const most = Math.min(limit, Math.max(Buffer.byteLength(text), Buffer.byteLength(own) + KEPT_BYTES))
  const rest = [...text]
  while (rest.length > 0 && Buffer.byteLength(`${own} ${rest.join('')}`) > most) rest.shift()
  return `${own} ${rest.join('')}`.trim()
}

/** Sends the request as the control is sent: by the same actor, with the same options. */
export async function send(world: World, operation: MessagingOperationId, params: Params): Promise<Reply> {
  const { options, showsNothing } = controlOf(operation)
  const caller = await callerOf(world, operation)
  const reply = await caller.sends(operation, params, options)
  const why = showsNothing?.(reply)
  if (why) throw new Undecided('prerequisite-failed', why)
  return reply
}
