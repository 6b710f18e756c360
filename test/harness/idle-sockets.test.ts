/** An idle socket is not used again, because the server may close it and the lost request could not be repeated safely. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { socketTransport } from '../../harness/http/transport.ts'

const server = createServer((_request, response) => response.end('{}'))
afterEach(() => server.close())

it('opens a new socket after a second of rest', async () => {
  let opened = 0
  server.on('connection', () => opened++)
  server.keepAliveTimeout = 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const transport = socketTransport()
  const send = () => transport.send({ method: 'POST', url, headers: {}, body: 'a=b' })
  await send()
  expect(opened).toBe(1)
  await pause(1500)
  await send()
  expect(opened).toBe(2)
  await transport.close()
})
