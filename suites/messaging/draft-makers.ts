/** Drafts as the checks make and send them. */
import type { Reply } from '../../harness/index.ts'
import { shared } from './shared.ts'
import { vary } from './variations.ts'
import type { World } from './world.ts'

export interface Draft {
  readonly type: string
  readonly to: unknown
  readonly topic: unknown
  readonly content: unknown
  readonly timestamp?: unknown
}

export const unaddressed = (world: World): Draft => ({ type: '', to: [], topic: '', content: world.name('draft') })
export const direct = (world: World): Draft => ({ ...unaddressed(world), type: 'private', to: [world.user.userId] })
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

/** Channel drafts that name no channel and two, and what was answered. */
export const ofNotOneChannel = shared(async (world): Promise<{ content: unknown; reply: Reply }[]> => {
  const other = (await world.provide('channel', {})).id
  const tried: { content: unknown; reply: Reply }[] = []
  for (const to of [[], [await channelId(world), other]]) {
    const draft = { ...(await inChannel(world)), to }
    tried.push({ content: draft.content, reply: await create(world, draft) })
  }
  return tried
})
