/** Selecting values of JSON by path and pointer. */
import { describe, expect, it } from 'vitest'
import { select, valueAt } from '../../harness/judging/paths.ts'

const body = { result: [{ networks: { a: { on: true }, 'b/c': {} } }, { networks: {} }] }

describe('select', () => {
  it('selects elements and members', () => {
    expect(select(body, '/result/*/networks/*/on')).toEqual([
      { at: '/result/0/networks/a/on', present: true, value: true },
      { at: '/result/0/networks/b~1c/on', present: false, value: undefined },
    ])
  })
  it('finds nothing below a missing value', () => {
    expect(select(body, '/other/*/x')).toEqual([])
    expect(select('text', '/x')).toEqual([])
  })
  it('ignores inherited members', () => {
    expect(select({}, '/constructor')[0]?.present).toBe(false)
  })
})

describe('valueAt', () => {
  it('reads one value by pointer', () => {
    expect(valueAt(body, '/result/1/networks')).toEqual({})
    expect(valueAt(body, '')).toBe(body)
  })
})
