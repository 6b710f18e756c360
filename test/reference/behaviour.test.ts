/** When faults and variants of the reference apply, and how they change replies. */
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
  const mutates = [{ operation: 'ping', on: 'success', path: 'a', does: { drop: true } }] as const

  test('mutations apply only to their operation and outcome', () => {
    const { mutations } = makeBehaviour({ faults: [fault({ mutates })] })
    expect(mutations('time', 'success')).toEqual([])
    expect(mutations('ping', 'error')).toEqual([])
    expect(mutations('ping', 'success')).toEqual(mutates)
  })

  test('mutations apply only if the facts match', () => {
    const { mutations } = makeBehaviour({ faults: [fault({ mutates, when: { facts: { symbol: ['a', 'b'] } } })] })
    const shown = [{ symbol: 'a' }, { symbol: 'c' }, {}, { symbol: 'b' }].map(
      facts => mutations('ping', 'success', facts).length,
    )
    expect(shown).toEqual([1, 0, 0, 1])
  })

  test('a mutation for one in three applies to the same kinds of requests each time', () => {
    const { mutations } = makeBehaviour({ faults: [fault({ mutates, when: { oneIn: 3 } })] })
    const about = (steady: string) => ({ operation: 'ping', role: 'member', caller: '', earlier: [], steady })
    const shown = () => Array.from({ length: 30 }, (_, at) => mutations('ping', 'success', {}, about(`n=${at}`)).length)
    expect(shown()).toEqual(shown())
    expect(new Set(shown())).toEqual(new Set([0, 1]))
  })

  test('random numbers are the same for the same seed', () => {
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

  test('the original body is not changed', () => {
    const given = Object.freeze({ a: Object.freeze(['1']) })
    expect(mutate(given, [{ operation: '*', on: 'any', path: 'a/#last', does: { as: 'number' } }])).toEqual({ a: [1] })
    expect(given).toEqual({ a: ['1'] })
  })
})
