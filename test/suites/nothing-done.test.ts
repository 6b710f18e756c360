/** Checks that a refused request had no effect. */
import { expect, test } from 'vitest'
import { NOTHING_DONE } from '../../suites/messaging/controls/nothing-done.ts'

test.each([
  [59, true],
  [61, false],
])('a queue that was not read for %d seconds is read again to verify the refusal: %s', async (seconds, isAskedFor) => {
  let claims = 0
  const claim = { against: () => claim, succeeds: () => void claims++ }
  const world = { clock: { now: () => seconds * 1000 }, claim: () => claim }
  const known = { person: { sends: async () => ({}) }, control: {} }
  const refused = [{ exchange: { sentAt: new Date(0).toISOString() } }]
  const looked = await NOTHING_DONE.deleteEventQueue?.(world as never, known as never, {}, refused as never)
  expect(looked).toBe(isAskedFor)
  expect(claims).toBe(isAskedFor ? 1 : 0)
})

test('replies to a user who is locked out prove nothing', async () => {
  const refused = { json: { result: 'error' } }
  const person = { sends: async () => refused, getLinkifiers: async () => refused }
  const requireAccepted = (reply: unknown) => {
    if (reply === refused) throw new Error('shut out')
  }
  const look = NOTHING_DONE.removeReaction?.({ requireAccepted } as never, { person } as never, {}, [])
  await expect(look).rejects.toThrow('shut out')
})
