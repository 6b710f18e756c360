/** What is read and shows changes only after a delay. */
import { expect, test } from 'vitest'
import { virtualClock } from '../../harness/clock.ts'
import type { Reply } from '../../harness/http/client.ts'
import { MOST_BEHIND_MS, type RecentChange, settledReads } from '../../harness/world/late-reads.ts'

const isAmong = (id: unknown, wanted: boolean) => (shown: unknown) => (shown as unknown[]).includes(id) === wanted
const changeOf = (id: unknown, isThere: boolean): RecentChange => ({
  ...{ readBy: 'list', thing: String(id) },
  isShownBy: isAmong(id, isThere),
})
const keptBy = (owner: unknown, id: unknown): RecentChange => ({
  ...{ readBy: 'list-of', thing: `${owner} ${id}` },
  concerns: ({ as }) => as === owner,
  isShownBy: shown => isAmong(id, true)((shown as { ids: unknown[] }).ids),
})

/** A list of ids that shows each id this many milliseconds after it was added. */
function delayedList(behindMs: number) {
  const clock = virtualClock()
  const things = new Map<number, number>()
  let reads = 0
  const settled = settledReads(
    {
      ofRequest: (operation, { id }) => (operation === 'list' ? null : changeOf(id, operation === 'add')),
      ofFixture: (kind, { as, id }) => (kind === 'thing' ? keptBy(as, id) : null),
    },
    clock,
  )
  const reply = (json: unknown): Promise<Reply> => Promise.resolve({ json } as unknown as Reply)
  const shown = (): number[] => [...things].flatMap(([id, at]) => (clock.now() - at >= behindMs ? [id] : []))
  return {
    clock,
    add: (id: number) =>
      settled.send('add', { id }, 'me', () => {
        things.set(id, clock.now())
        return reply(null)
      }),
    remove: (id: number) => settled.send('remove', { id }, 'me', () => reply(things.delete(id))),
    list: async (takesMs = 0) => {
      reads = 0
      const { json } = await settled.send('list', {}, 'me', async () => {
        reads++
        await clock.sleep(takesMs)
        return reply(shown())
      })
      return { ids: json, reads }
    },
    make: (as: string, id: number) =>
      settled.provide('thing', { as, id }, async () => {
        things.set(id, clock.now())
        return {}
      }),
    listOf: async (as: string) => {
      reads = 0
      const { ids } = await settled.provide('list-of', { as }, async () => {
        reads++
        return { ids: shown() }
      })
      return { ids, reads }
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

test('a list that never shows changes is waited for three times', async () => {
  const { add, list, clock } = delayedList(Number.POSITIVE_INFINITY)
  for (const id of [1, 2, 3]) {
    await add(id)
    const start = clock.now()
    expect(await list()).toEqual({ ids: [], reads: 4 })
    expect(clock.now() - start).toBe(MOST_BEHIND_MS)
  }
  await add(4)
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

test('what a fixture changed is waited for where a fixture reads it', async () => {
  const { make, listOf } = delayedList(900)
  await make('me', 1)
  expect(await listOf('me')).toEqual({ ids: [1], reads: 4 })
})

test('a change is waited for only by the reads that it concerns', async () => {
  const { make, listOf } = delayedList(900)
  await make('me', 1)
  expect(await listOf('somebody else')).toEqual({ ids: [], reads: 1 })
})

test('a change made again while a list is being read is waited for as before', async () => {
  const { add, list } = delayedList(900)
  await add(1)
  const reading = list(100)
  await add(1)
  expect(await reading).toEqual({ ids: [1], reads: 4 })
})
