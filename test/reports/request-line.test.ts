/** A request in a few lines: all parameters are named before any value is shown in full. */
import { expect, test } from 'vitest'
import { requestLines } from '../../reports/request-line.ts'
import { idsInWords } from '../../reports/unjudged.ts'
import { anExchange } from './a-report.ts'

const sent = (form: Readonly<Record<string, string>>) => {
  const { request, ...rest } = anExchange()
  return { ...rest, request: { ...request, body: new URLSearchParams(form).toString() } }
}

test('a long value is shortened with its length, which leaves room for the next parameter', () => {
  expect(requestLines(sent({ name: 'n'.repeat(1000), description: 'short' }), null, 100)).toEqual([
    'POST https://chat.acme.example/api/v1/drafts',
    `name=${'n'.repeat(56)}… (1000 characters)  description=short`,
    '-> 200 in 14 ms   (exchange 37 by member)',
  ])
})

test('a redirection shows its address', () => {
  const moved = { ...anExchange(), response: { status: 302, headers: { location: '/login?next=x' }, body: '' } }
  expect(requestLines(moved, null, 100).at(-1)).toBe('-> 302 to /login?next=x in 14 ms   (exchange 37 by member)')
})

test('if there are too many parameters, the relevant ones come first', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`parameter_${at}`, 'x'.repeat(30)]))
  const lines = requestLines(sent({ ...many, last: 'x' }), null, 100, 'with last="x" instead of "y"')
  expect(lines).toHaveLength(6)
  expect(lines[1]).toMatch(/^last=x {2}parameter_0=/)
  expect(lines[4]).toMatch(/…$/)
})

test('requirements that were not judged are named by area', () => {
  const ids = ['key', 'name', 'status', 'fee', 'memo'].map(name => `trading.networks.${name}`)
  expect(idsInWords([...ids, 'trading.coins.list'])).toBe(
    'trading.networks: key, name, status, 2 more; trading.coins: list',
  )
})
