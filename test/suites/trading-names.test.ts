/** The predicate that some names are in Persian. */
import { expect, it } from 'vitest'
import type { Exchange } from '../../harness/index.ts'
import { someInPersian } from '../../suites/trading/public.predicates.ts'

const judged = (...names: string[]) =>
  someInPersian.judge([{ json: { result: names.map(nameFa => ({ nameFa })) } } as unknown as Exchange], {
    path: '/result/*/nameFa',
  }).outcome

it('requires one of several names to be in Persian, and does not judge one or two names', () => {
  expect(judged('TRX', 'BTC', 'بیت‌کوین')).toBe('holds')
  expect(judged('TRX', 'BTC', 'ETH')).toBe('broken')
  expect(judged('TRX', 'BTC')).toBe('vacuous')
  expect(judged('بیت‌کوین')).toBe('holds')
  expect(judged('Биткойн', 'Эфириум', 'Трон')).toBe('holds')
})
