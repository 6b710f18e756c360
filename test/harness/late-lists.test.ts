/** Lists that show changes only after a delay. */
import { expect, test } from 'vitest'
import { virtualClock } from '../../harness/clock.ts'
import type { Reply } from '../../harness/http/client.ts'
import { MOST_BEHIND_MS, settledLists } from '../../harness/late-lists.ts'

/** A list of ids that shows each id this many milliseconds after it was added. */
function delayedList(behindMs: number) {
  const clock = virtualClock()
  const things = new Map<number, number>()
  let reads = 0
  const settled = settledLists(
    (operation, { id }) =>
      operation === 'add'
        ? { list: 'list', thing: String(id), isShownBy: ({ json }) => (json as unknown[]).includes(id) }
        : operation === 'remove'
          ? { list: 'list', thing: String(id), isShownBy: ({ json }) => !(json as unknown[]).includes(id) }
          : null,
    clock,
  )
  const reply = (json: unknown): Promise<Reply> => Promise.resolve({ json } as unknown as Reply)
  return {
    clock,
    add: (id: number) =>
      settled('add', { id }, () => {
        things.set(id, clock.now())
        return reply(null)
      }),
    remove: (id: number) => settled('remove', { id }, () => reply(things.delete(id))),
    list: async (takesMs = 0) => {
      reads = 0
      const { json } = await settled('list', {}, async () => {
        reads++
        await clock.sleep(takesMs)
        return reply([...things].flatMap(([id, at]) => (clock.now() - at >= behindMs ? [id] : [])))
      })
      return { ids: json, reads }
    },
  }
}

test('a list that shows everything is read once', async () => {
  const { add, list } = delayedList(0)
  await add(1)
  expect(await list()).toEqual({ ids: [1], reads: 1 })
})

test('a delayed list is read again until it shows the change', async () => {
  const { add, list } = delayedList(900)
  await add(1)
  expect(await list()).toEqual({ ids: [1], reads: 4 })
  await add(2)
  expect(await list()).toEqual({ ids: [1, 2], reads: 4 })
})

test('a list that never shows the change is waited for once', async () => {
  const { add, list, clock } = delayedList(Number.POSITIVE_INFINITY)
  await add(1)
  const start = clock.now()
  expect(await list()).toEqual({ ids: [], reads: 4 })
  expect(clock.now() - start).toBe(MOST_BEHIND_MS)
  await add(2)
  expect(await list()).toEqual({ ids: [], reads: 1 })
})

test('changes made long ago are not waited for', async () => {
  const { add, list, clock } = delayedList(Number.POSITIVE_INFINITY)
  await add(1)
  await clock.sleep(MOST_BEHIND_MS)
  expect(await list()).toEqual({ ids: [], reads: 1 })
})

test('the later of two changes to one thing counts', async () => {
  const { add, remove, list } = delayedList(900)
  await add(1)
  await remove(1)
  expect(await list()).toEqual({ ids: [], reads: 1 })
})

test('changes made while a list is being read need not appear in it', async () => {
  const { clock, add, remove, list } = delayedList(900)
  await add(1)
  const reading = list(5 * MOST_BEHIND_MS)
  await remove(1)
  await clock.sleep(2 * MOST_BEHIND_MS)
  await add(2)
  expect(await reading).toEqual({ ids: [2], reads: 1 })
  await add(3)
  expect(await list()).toEqual({ ids: [2, 3], reads: 4 })
})
