/** The reply to the first request of a run is reused once, for the first equal request; other requests are not affected. */
import { expect, test } from 'vitest'
import type { Reply } from '../../harness/http/client.ts'
import type { Sending } from '../../harness/http/sending.ts'
import { withOpening } from '../../harness/run/opening.ts'

const sending = (more: Partial<Sending> = {}): Sending =>
  ({
    operation: 'ping',
    actor: null,
    method: 'GET',
    url: 'http://a.invalid/ping',
    headers: {},
    body: null,
    ...more,
  }) as Sending

function counted() {
  const sent: Sending[] = []
  const client = withOpening({
    revive: () => {},
    idle: () => null,
    async send(one) {
      sent.push(one)
      return { status: sent.length } as Reply
    },
  })
  return { client, sent }
}

test('the reply is used once, and only for an equal request', async () => {
  const { client, sent } = counted()
  await client.open(sending())
  expect((await client.send(sending({ url: 'http://a.invalid/time' }))).status).toBe(2)
  expect((await client.send(sending())).status).toBe(1)
  expect((await client.send(sending())).status).toBe(3)
  expect(sent).toHaveLength(3)
})

test('the bytes of a body are not compared', async () => {
  const { client, sent } = counted()
  await client.open(sending())
  const body = Object.assign(new Uint8Array(8), {
    toJSON(): never {
      throw new Error('megabytes would be copied')
    },
  })
  await client.send(sending({ method: 'POST', body }))
  expect(sent.at(-1)?.body).toBe(body)
})
