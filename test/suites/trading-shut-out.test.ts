/** If a venue may have locked the client out, the run tests whether it still serves cheap public requests. */
import { expect, test } from 'vitest'
import { shutOut } from '../../suites/trading/shut-out.ts'

const REFUSED = { status: 403, body: 'locked' }
const served = (result: string) => ({
  status: 200,
  body: JSON.stringify({ status: 'true', serverTime: '1700000000000', result }),
})

function watched(ask: () => Promise<typeof REFUSED>) {
  const book = shutOut({ baseUrl: 'http://venue.invalid/v1' } as never, ask)
  book.signed()
  book.watching('ping')(served('pong'))
  book.watching('getTime')(served('1700000000000'))
  return book.watching('private')
}

test('a refusal proves nothing if all requests are refused', async () => {
  expect(await watched(() => Promise.resolve(REFUSED))(REFUSED)).toBe(true)
})

test('an answer that nobody waits for causes no unhandled rejection', async () => {
  const rejected: unknown[] = []
  const note = (error: unknown): void => void rejected.push(error)
  process.on('unhandledRejection', note)
  const says = watched(() => Promise.reject(new Error('the run was interrupted')))(REFUSED)
  await new Promise(resolve => setTimeout(resolve, 10))
  process.off('unhandledRejection', note)
  expect(rejected).toEqual([])
  await expect(says).rejects.toThrow('the run was interrupted')
})
