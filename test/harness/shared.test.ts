/** Shared values are made once for each key, and again only if the network or throttling prevented the first attempt. */
import { expect, test } from 'vitest'
import { eachInTurn, type Memo, sharedIn, Undecided } from '../../harness/index.ts'

const world = (inTurns = <T>(coming: Promise<T>): Promise<T> => coming) => ({ memo: new Map() as Memo, inTurns })
const shared = sharedIn<ReturnType<typeof world>>()

test('a value is made once for each world', async () => {
  let made = 0
  const number = shared(async () => ++made)
  const [one, other] = [world(), world()]
  expect([await number(one), await number(one), await number(other)]).toEqual([1, 1, 2])
})

test('a value is made once for each combination of keys', async () => {
  const seen: string[] = []
  const pair = shared(async (_world, left: string, right: number) => void seen.push(`${left}${right}`))
  const one = world()
  for (const [left, right] of [
    ['a', 1],
    ['a', 2],
    ['a', 1],
  ] as const)
    await pair(one, left, right)
  expect(seen).toEqual(['a1', 'a2'])
})

test('two shared values with the same function are separate', async () => {
  const make = async () => ({})
  const [first, second] = [shared(make), shared(make)]
  const one = world()
  expect(await first(one)).not.toBe(await second(one))
})

test('with a custom key, the arguments of the first call decide', async () => {
  const owner = shared.by(
    ({ email }: { readonly email: string; readonly name: string }) => email,
    async (_world, { name }) => name,
  )
  const one = world()
  expect(await owner(one, { email: 'a', name: 'first' })).toBe('first')
  expect(await owner(one, { email: 'a', name: 'second' })).toBe('first')
})

test.each([
  ['unreachable', 2],
  ['throttled', 2],
  ['prerequisite-failed', 1],
] as const)('after %s it is made %i times', async (reason, times) => {
  let made = 0
  const failing = shared(async () => {
    made++
    throw new Undecided(reason, 'why')
  })
  const one = world()
  for (const _ of [1, 2]) await failing(one).catch(() => {})
  expect(made).toBe(times)
})

test('only later callers continue in turns', async () => {
  let turns = 0
  const number = shared(async () => 1)
  const one = world(coming => {
    turns++
    return coming
  })
  expect(await Promise.all([number(one), number(one), number(one)])).toEqual([1, 1, 1])
  expect(turns).toBe(2)
})

test('others get a turn before each of several values', async () => {
  const order: unknown[] = []
  const turns = world(async coming => {
    order.push('a turn')
    return coming
  })
  for await (const value of eachInTurn(turns, [1, 2])) order.push(value)
  expect(order).toEqual(['a turn', 1, 'a turn', 2])
})
