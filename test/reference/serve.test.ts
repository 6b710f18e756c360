/** Serving and creating references. */
import { Client, request } from 'undici'
import { expect, test } from 'vitest'
import { createReference, faults, serveReference, variants } from '../../reference/index.ts'
import { sign, tradingOf } from './trading-venue.ts'

test('a reference is served over a socket, and gets the query string unchanged', async () => {
  const served = await serveReference()
  try {
    const { credentials } = tradingOf(served.reference)
    const target = served.reference.targetFile(served.origin)
    expect(target).toMatchObject({
      trading: { baseUrl: `${served.origin}/trading/v1` },
      messaging: { baseUrl: `${served.origin}/chat/api/v1` },
    })
    const base = `${served.origin}/trading/v1`
    const pong = await request(`${base}/public/ping`)
    expect(await pong.body.json()).toMatchObject({ status: 'true', result: 'pong' })
    const query = `quote='"|{}&asset=btc&timestamp=${Date.now()}`
    const reply = await new Client(served.origin).request({
      path: `/trading/v1/account/balance?${query}`,
      method: 'GET',
      headers: { 'x-svc-apikey': credentials.apiKey, 'x-svc-signature': sign(query, credentials.secretKey) },
    })
    expect(await reply.body.json()).toMatchObject({ status: 'true', result: [{ asset: 'btc' }] })
  } finally {
    await served.close()
  }
})

test('the provisioner answers each kind of fixture', async () => {
  const ask = (body: unknown) =>
    createReference().fetch(
      new Request('http://reference.test/provision', { method: 'POST', body: JSON.stringify(body) }),
    )
  expect(await (await ask({ fixture: 'no such kind', with: {} })).json()).toHaveProperty('unavailable')
  expect((await ask({})).status).toBe(400)
})

test('an unknown fault or variant is reported by name', () => {
  expect(() => createReference({ faults: ['none such'] })).toThrow('no fault "none such"')
  expect(() => createReference({ variants: ['none such'] })).toThrow('no variant "none such"')
})

test('ids are unique over both APIs', () => {
  for (const list of [faults, variants]) expect(new Set(list.map(one => one.id)).size).toBe(list.length)
})

test('many references can be made in one process', async () => {
  const references = Array.from({ length: 200 }, (_, seed) => createReference({ seed }))
  const replies = await Promise.all(references.map(one => one.fetch(new Request('http://x/trading/v1/public/ping'))))
  expect(replies.every(reply => reply.status === 200)).toBe(true)
})
