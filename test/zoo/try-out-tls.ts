/** A run over TLS against a reference with misbehaving connections: all of them, or one in seven. */
import { createServer, type Socket } from 'node:net'
import { inProcessTransport } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { authorities, speakTls, type TlsBehaviour, trusted } from './tls.ts'
import { judged, quickClock, requestIn, type TrialResult } from './try-out.ts'

export async function tryOutTls({ does }: TlsBehaviour, every: number): Promise<TrialResult> {
  const clock = quickClock()
  const reference = createReference({ clock })
  const inside = inProcessTransport(reference.answer)
  const sockets = new Set<Socket>()
  let connections = 0
  const answer = (secure: Socket): void => {
    secure.on('error', () => {})
    secure.on('data', async piece => {
      const { status, body } = await inside.send(requestIn(piece.toString('latin1')))
      // Closes the connection after each request, so that there are many connections.
      if (!secure.destroyed)
        secure.end(
          `HTTP/1.1 ${status} OK\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
    })
  }
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    if (++connections % every === 0) does(socket, answer)
    else speakTls(socket, trusted, answer)
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  const address = server.address()
  const origin = `https://localhost:${typeof address === 'object' ? address?.port : 0}`
  try {
    return await judged({ reference, clock, origin, authorities })
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
