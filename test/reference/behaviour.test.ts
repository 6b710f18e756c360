import { describe, expect, test } from 'vitest'
import type { Fault } from '../../reference/behaviour.ts'
import { makeBehaviour, seeded } from '../../reference/make-behaviour.ts'
import { mutate } from '../../reference/mutate.ts'

const fault = (more: Partial<Fault>): Fault => ({
  id: 'f',
  api: 'trading',
  describes: 'a fault',
  breaches: [],
  ...more,
})

describe('occasions', () => {
  test('a rule is kept unless an active fault breaks it', () => {
    const { keeps } = makeBehaviour({ faults: [fault({ breaks: 'one' })] })
    expect([keeps('one'), keeps('two')]).toEqual([false, true])
  })

  test('every third opportunity', () => {
    const { keeps } = makeBehaviour({ faults: [fault({ breaks: 'one', when: { every: 3 } })] })
    expect(Array.from({ length: 7 }, () => keeps('one'))).toEqual([true, true, false, true, true, false, true])
  })

  test('after the first two', () => {
    const { keeps } = makeBehaviour({ faults: [fault({ breaks: 'one', when: { after: 2 } })] })
    expect(Array.from({ length: 4 }, () => keeps('one'))).toEqual([true, true, false, false])
  })

  test('only where the facts match, and only those are counted', () => {
    const { keeps } = makeBehaviour({
      faults: [fault({ breaks: 'one', when: { every: 2, facts: { symbol: ['a', 'b'] } } })],
    })
    expect([
      keeps('one', { symbol: 'a' }),
      keeps('one', { symbol: 'c' }),
      keeps('one'),
      keeps('one', { symbol: 'b' }),
    ]).toEqual([true, true, true, false])
  })

  test('two faults of one rule count apart', () => {
    const faults = [fault({ breaks: 'one', when: { every: 2 } }), fault({ id: 'g', breaks: 'one', when: { every: 3 } })]
    const { keeps } = makeBehaviour({ faults })
    expect(Array.from({ length: 6 }, () => keeps('one'))).toEqual([true, false, false, false, true, false])
  })

  test('mutations are due for their operation and outcome only', () => {
    const mutates = [{ operation: 'ping', on: 'success', path: 'a', does: { drop: true } }] as const
    const { mutations } = makeBehaviour({ faults: [fault({ mutates, when: { every: 2 } })] })
    expect(mutations('time', 'success')).toEqual([])
    expect(mutations('ping', 'error')).toEqual([])
    expect(mutations('ping', 'success')).toEqual([])
    expect(mutations('ping', 'success')).toEqual(mutates)
  })

  test('random numbers repeat with their seed', () => {
    const [one, other] = [seeded(7), seeded(7)]
    const numbers = Array.from({ length: 100 }, one)
    expect(numbers).toEqual(Array.from({ length: 100 }, other))
    expect(numbers.every(number => number >= 0 && number < 1)).toBe(true)
    expect(new Set(numbers).size).toBe(100)
  })
})

describe('mutations', () => {
  const body = () => ({
    list: [{ a: '1', b: 'x' }, { a: '2' }, { a: '3' }],
    map: { p: { n: '8' }, q: { n: '9' } },
    '/s': 'Word',
  })
  const at = (path: string, does: Parameters<typeof mutate>[1][number]['does']) =>
    mutate(body(), [{ operation: '*', on: 'any', path, does }])

  test.each([
    ['list/*/a', { drop: true }, { ...body(), list: [{ b: 'x' }, {}, {}] }],
    ['list/#last/a', { set: 'new' }, { ...body(), list: [{ a: '1', b: 'x' }, { a: '2' }, { a: 'new' }] }],
    ['list/#middle', { drop: true }, { ...body(), list: [{ a: '1', b: 'x' }, { a: '3' }] }],
    ['list/#first/a', { as: 'null' }, { ...body(), list: [{ a: null, b: 'x' }, { a: '2' }, { a: '3' }] }],
    ['map/*/n', { as: 'number' }, { ...body(), map: { p: { n: 8 }, q: { n: 9 } } }],
    ['map/#last/n', { match: '^', with: '-' }, { ...body(), map: { p: { n: '8' }, q: { n: '-9' } } }],
    ['~1s', { case: 'upper' }, { ...body(), '/s': 'WORD' }],
    ['map/r', { set: 1 }, { ...body(), map: { ...body().map, r: 1 } }],
    ['list/*/none', { as: 'string' }, body()],
    ['none/deep', { set: 1 }, body()],
    ['', { as: 'array' }, [body()]],
  ] as const)('%s', (path, does, want) => {
    expect(at(path, does)).toEqual(want)
  })

  test('the body itself is left alone', () => {
    const given = Object.freeze({ a: Object.freeze(['1']) })
    expect(mutate(given, [{ operation: '*', on: 'any', path: 'a/#last', does: { as: 'number' } }])).toEqual({ a: [1] })
    expect(given).toEqual({ a: ['1'] })
  })
})
