/** Expected replies and lookups that the tests of the reference's messaging API share. */
import { expect } from 'vitest'
import type { Chat } from './messaging-chat.ts'

export const success = { result: 'success', msg: '' }
export const refused = (code = 'BAD_REQUEST') =>
  expect.objectContaining({ result: 'error', msg: expect.any(String), code })
export const unknownId = 2 ** 31 - 7

export async function channelId(one: Chat): Promise<number> {
  const subscribers = Object.values(one.actors).map(actor => actor.userId)
  return Number((await one.fixture('channel', { subscribers }))['id'])
}

export const id = (one: Chat, actor: string) => one.actors[actor]?.userId ?? 0
export const email = (one: Chat, actor: string) => one.actors[actor]?.email ?? ''
