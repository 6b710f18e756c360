/** The predicate that no reply contains a JSON number. */
import { expect, it } from 'vitest'
import type { Exchange } from '../../harness/index.ts'
import { noNumbers } from '../../suites/trading/public.predicates.ts'

const judged = (json: unknown) => noNumbers.judge([{ json } as Exchange], {})

it('names the first number of a reply, and builds no message if there is none', () => {
  expect(judged({ result: ['1', { ask: ['2', 3, 4] }] })).toMatchObject({ about: { pointer: '/result/1/ask/1' } })
  expect(judged(5)).toMatchObject({ about: { pointer: 'the reply' } })
  expect(judged({ result: Array(100_000).fill('1') })).toEqual({ outcome: 'holds' })
})

it('allocates nothing for each element of a long list', () => {
  const made: PropertyKey[] = []
  const list = new Proxy(Array(1000).fill('1'), {
    ownKeys: () => {
      made.push('every key as a text')
      return []
    },
  })
  expect(judged({ result: list })).toEqual({ outcome: 'holds' })
  expect(made).toEqual([])
})
