/** Requests that set a typing status, and claims about them. */
import { type Reply, verbatim } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { type Changes, vary } from '../controls/variations.ts'
import { listsNoneOf } from '../conventions/parameters.predicates.ts'
import { ANY_SCRIPT, idOf, NO_SUCH_ID, registered, sharedChannel, unlessMissing } from '../fixtures.ts'
import { lengthFor, nameFor } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { isPositiveInteger } from './typing.predicates.ts'

export const inChannel = async (world: World, changes: Changes = {}, by: Actor = world.user): Promise<Reply> =>
  by.sends('setTypingStatus', {
    type: 'stream',
    op: 'start',
    stream_id: await sharedChannel(world),
    topic: 'assay',
    ...changes,
  })

export const accepted = (world: World, type = 'stream'): Promise<Reply> => firstOfType(world, type)

const firstOfType = shared((world, type: string) => inChannel(world, { type }))

/** The type names of channels at this level; with the quick budget only one of them. */
export const channelTypes = (world: World, atQuick: 'stream' | 'channel'): string[] => {
  if (world.level < 248) return ['stream']
  return world.budget === 'quick' ? [atQuick] : ['stream', 'channel']
}

/** Claims that a status that differs in one thing from an accepted one in a channel is refused. */
export const refusedInChannel = async (
  world: World,
  changes: Changes & { readonly type?: string },
  ...codes: readonly string[]
): Promise<void> => {
  const from = await accepted(world, changes.type)
  world.requireAccepted(from)
  world
    .claim(await inChannel(world, changes))
    .against(from)
    .isRefused(...codes)
}

/** Claims that typing in a channel is accepted, with either op and in a topic of any script. */
export const acceptsInChannel = (type: 'stream' | 'channel') => async (world: World) => {
  world.claim(await accepted(world, type)).succeeds()
  if (world.budget === 'quick') return
  for (const changes of [{ op: 'stop' }, { topic: ANY_SCRIPT }])
    world.claim(await inChannel(world, { type, ...changes })).succeeds()
}

/** Other people with every permission. */
const obliged = shared(async (world): Promise<readonly Actor[]> => {
  const found: Actor[] = []
  for (const role of ['owner', 'admin'] as const) {
    const somebody = await world.someone(role)
    if (somebody && Number.isInteger(somebody.userId) && somebody.email !== world.user.email) found.push(somebody)
  }
  return found
})

/** A new channel that allows the empty topic; if there is none, a channel whose policy may forbid it, and what was missing. */
const channelForEmptyTopic = shared(async world => {
  let missing: unknown = null
  if (world.level >= 417) {
    const name = await nameFor(world, 'channel', 'max_stream_name_length')
    const people = [world.user, ...(await obliged(world))]
    const sent = { name, subscribers: people.map(idOf), topics_policy: 'allow_empty_topic' }
    const made = async (by: Actor | null) => by && outcomeOf(await by.sends('createChannel', sent)) === 'success'
    const noted = (error: unknown): null => {
      missing = error
      return unlessMissing(error)
    }
    const found =
      (await made(world.user)) || (await made((await world.someone('admin')) ?? (await world.someone('owner'))))
        ? await world.provide('channel-named', { name }).catch(noted)
        : null
    if (Number.isInteger(found?.['id'])) return { stream_id: Number(found?.['id']), allows: true, missing }
  }
  return { stream_id: await sharedChannel(world), allows: false, missing }
})

/** Claims that typing is accepted with this spelling of the empty topic, for each type name of channels. */
export const acceptsTopic =
  (spelling: (world: World) => unknown, where: 'anywhere' | 'allowed') =>
  async (world: World): Promise<void> => {
    const topic = await spelling(world)
    if (String(topic).length > (await lengthFor(world, 'max_topic_length')))
      return world.lacks(`${JSON.stringify(topic)} is longer than a topic may be`)
    const { stream_id, allows, missing } = await channelForEmptyTopic(world)
    if (where === 'allowed' && missing !== null) throw missing
    if (where === 'allowed' && !allows) return world.lacks('no channel could be made that allows the empty topic')
    for (const type of channelTypes(world, 'stream'))
      world.claim(await inTopic(world, topic, { type, stream_id })).succeeds()
    if (where === 'anywhere' || world.budget === 'quick') return
    for (const somebody of await obliged(world))
      world.claim(await inChannel(world, { stream_id, topic }, somebody)).succeeds()
  }

const inTopic = shared.by(
  (topic: unknown, { type }: Changes) => JSON.stringify([topic, type]),
  (world, topic, where) => inChannel(world, { ...where, topic }),
)

export const EMPTY_TOPICS = {
  empty: () => '',
  noTopic: () => '(no topic)',
  displayName: (world: World) => registered(world, 'realm_empty_topic_display_name'),
}

/** Claims that an ignored parameter is accepted: values of its kind are a MUST, values of another kind a SHOULD. */
export const ignores = async (
  world: World,
  name: 'to' | 'stream_id' | 'topic',
  values: { readonly ofKind: readonly unknown[]; readonly others: readonly unknown[] },
  send: (changes: Changes) => Promise<Reply>,
): Promise<void> => {
  const claim = async (value: unknown, weight: 'must' | 'should'): Promise<void> => {
    const reply = await send({ [name]: value })
    world.claim(reply).succeeds({ weight })
    if (outcomeOf(reply) === 'success') world.claim(reply).keeps(listsNoneOf, { supported: [name] })
  }
  for (const value of values.ofKind) await claim(value, 'must')
  for (const value of values.others) await claim(value, 'should')
}

/** Claims that an op refused for direct typing is refused in a channel as well, if typing there is accepted. */
export const refusesOpInChannel = async (world: World, op: string | undefined): Promise<void> => {
  if (world.budget === 'quick' || world.level < 215) return
  for (const type of channelTypes(world, 'stream')) {
    const from = await accepted(world, type).catch(unlessMissing)
    if (from && outcomeOf(from) === 'success') await refusedInChannel(world, { type, op })
  }
}

/** The optional parameters and other values of direct typing. */
export const direct = optionalParameters(
  'setTypingStatus',
  {
    untyped: [{ type: undefined }],
    stop: [{ op: 'stop' }],
    stream_id: async ({ level }) => (level < 215 ? [] : [{ stream_id: 0 }]),
    topic: async ({ level }) => (level < 215 ? [] : [{ topic: '' }]),
  },
  true,
)

const IGNORED_BY_DIRECT = {
  stream_id: { ofKind: [NO_SUCH_ID, 1], others: [verbatim('text'), '', [NO_SUCH_ID]] },
  topic: { ofKind: ['assay', ANY_SCRIPT], others: [] },
} as const

export const ignoredByDirect = (name: 'stream_id' | 'topic') => async (world: World) => {
  world
    .claim(await direct.reply(world, name))
    .succeeds()
    .keeps(listsNoneOf, { supported: [name] })
  if (world.budget === 'quick') return
  await ignores(world, name, IGNORED_BY_DIRECT[name], changes => vary(world, 'setTypingStatus', changes))
}

export const period = (name: string, what: string) => async (world: World) => {
  world.claim().keeps(isPositiveInteger, { what, value: await registered(world, name) })
}
