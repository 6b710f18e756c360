/** Drafts as the checks make and send them. */
import type { Reply } from '../../../harness/index.ts'
import { vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { ANY_SCRIPT, PUNCTUATED, recipientOf, unlessMissing } from '../fixtures.ts'
import { textFor } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export const NULL_BYTE = '\u0000'

export interface Draft {
  readonly type: string
  readonly to: unknown
  readonly topic: unknown
  readonly content: unknown
  readonly timestamp?: unknown
}

export const unaddressed = (world: World): Draft => ({ type: '', to: [], topic: '', content: world.name('draft') })
export const direct = async (world: World): Promise<Draft> => ({
  ...unaddressed(world),
  type: 'private',
  to: [await recipientOf(world)],
})
export const inChannel = async (world: World): Promise<Draft> => ({
  ...unaddressed(world),
  type: 'stream',
  to: [await channelId(world)],
  topic: 'assay',
})

export const channelId = shared(
  async (world): Promise<number> => (await world.provide('channel', { subscribers: [world.user.userId] })).id,
)

export const create = (world: World, ...drafts: readonly unknown[]): Promise<Reply> =>
  vary(world, 'createDrafts', { drafts })

export const channelControl = shared(async (world): Promise<Reply> => create(world, await inChannel(world)))

/** Channel drafts that name no channel, and two channels, each with its reply. */
export const ofNotOneChannel = shared(async (world): Promise<{ content: unknown; reply: Reply }[]> => {
  const other = (await world.provide('channel', {})).id
  const tried: { content: unknown; reply: Reply }[] = []
  for (const to of [[], [await channelId(world), other]]) {
    const draft = { ...(await inChannel(world)), to }
    tried.push({ content: draft.content, reply: await create(world, draft) })
  }
  return tried
})

/** Drafts that must be accepted, each with a different feature. */
const KINDS = {
  plain: async (world: World): Promise<Draft> => ({
    ...unaddressed(world),
    content: await textFor(world, `${world.name('گفتگو 草稿')} ${PUNCTUATED}`, 'max_message_length'),
  }),
  inChannel: async (world: World): Promise<Draft> => ({ ...(await inChannel(world)), topic: ANY_SCRIPT }),
  topicIgnoredDirect: async (world: World): Promise<Draft> => ({ ...(await direct(world)), topic: 'assay' }),
  topicIgnored: (world: World): Draft => ({ ...unaddressed(world), topic: ANY_SCRIPT }),
  toIgnored: (world: World): Draft => ({ ...unaddressed(world), to: [world.user.userId] }),
  timestamp: (world: World): Draft => ({
    ...unaddressed(world),
    timestamp: Math.floor(world.clock.now() / 1000) - 60,
  }),
} as const
type Kind = keyof typeof KINDS
const AT_ONCE = 23

interface Together {
  readonly reply: Reply
  readonly sent: readonly Draft[]
  readonly of: ReadonlyMap<Kind, Draft>
}

/** All kinds, and some plain drafts, in one request: if it is accepted, each of them was accepted. */
export const together = unsupportedCarrier('createDrafts', async (world, besides): Promise<Together> => {
  const of = new Map<Kind, Draft>()
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const draft = await Promise.resolve(KINDS[kind](world)).catch(unlessMissing)
    if (draft) of.set(kind, draft)
  }
  const more = Array.from({ length: AT_ONCE - of.size }, () => unaddressed(world))
  const sent = [...of.values(), ...more]
  return { reply: await vary(world, 'createDrafts', { drafts: sent, ...besides }), sent, of }
})

/** A created draft of this kind: with the quick budget from the request with all kinds, unless that was refused. */
export async function created(world: World, kind: Kind): Promise<{ readonly draft: Draft; readonly reply: Reply }> {
  if (world.budget === 'quick') {
    const { reply, of } = await together(world)
    const draft = of.get(kind)
    if (draft && outcomeOf(reply) === 'success') return { draft, reply }
  }
  const draft = await KINDS[kind](world)
  return { draft, reply: await create(world, draft) }
}
