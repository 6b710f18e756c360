/** The order in which overlapping exchanges are judged. */
import { expect, test } from 'vitest'
import { changesFirst } from '../../harness/traffic/changes-first.ts'

function judged(act: (order: ReturnType<typeof changesFirst<string>>) => void): string[] {
  const made: string[] = []
  act(
    changesFirst(
      item => void made.push(item),
      () => void made.push('gave up'),
    ),
  )
  return made
}

test('a read is judged after the changes that were in flight when its reply came', () => {
  const order = judged(({ left, came }) => {
    left(1)
    left(2)
    came(3, 'read')
    came(2, 'second change')
    came(4, 'later read')
    came(1, 'first change')
  })
  expect(order).toEqual(['second change', 'first change', 'read', 'later read'])
})

test('a change that was sent after the reply of a read is judged after the read', () => {
  const order = judged(({ left, came }) => {
    left(1)
    came(2, 'read')
    left(3)
    came(3, 'later change')
    came(1, 'change')
  })
  expect(order).toEqual(['change', 'read', 'later change'])
})

test('without concurrent requests, the order is that of the replies', () => {
  const order = judged(({ left, came }) => {
    came(1, 'read')
    left(2)
    came(2, 'change')
    came(3, 'read again')
  })
  expect(order).toEqual(['read', 'change', 'read again'])
})

test('waiting is limited, and a possible change is reported first', () => {
  const order = judged(({ left, came }) => {
    left(1)
    for (let n = 2; n < 300; n++) came(n, `read ${n}`)
  })
  expect(order.slice(0, 4)).toEqual(['gave up', 'read 2', 'gave up', 'read 3'])
  expect(order).toHaveLength(2 * 98)
})

test('an exchange that may not wait is judged at once, and a possible change is reported first', () => {
  const order = judged(({ left, came }) => {
    left(1)
    came(2, 'read')
    came(3, 'long read', false)
    came(1, 'change')
    came(4, 'another long read', false)
  })
  expect(order).toEqual(['gave up', 'long read', 'change', 'read', 'another long read'])
})
