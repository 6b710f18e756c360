/** The map of limited size, which keeps what was used recently. */
import { expect, it } from 'vitest'
import { recentMap } from '../../harness/memory/recent-map.ts'

it('keeps entries that were used recently, and forgets the others', () => {
  const map = recentMap<number, string>(10)
  expect(map.isEmpty).toBe(true)
  for (let n = 0; n < 100; n++) {
    map.set(n, `value ${n}`)
    expect(map.get(0)).toBe('value 0')
  }
  expect([map.get(99), map.get(91), map.get(50)]).toEqual(['value 99', 'value 91', undefined])
})
