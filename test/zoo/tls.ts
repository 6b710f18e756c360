/** TLS errors of single connections: none of them counts as a reply. */
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { type SelfSigned, selfSigned } from '../cli/self-signed.ts'

/** The correct certificate. */
export const trusted = selfSigned(30)
const expired = selfSigned(-0.5)
const elsewhere = selfSigned(30, 'elsewhere.example')
const stranger = selfSigned(31)
const renewed = selfSigned(32)
let connections = 0
/** The certificates that the run trusts, including some that are invalid for another reason. */
export const authorities = [trusted, renewed, expired, elsewhere].map(({ cert }) => cert)

export interface TlsBehaviour {
  readonly id: string
  readonly about: string
  /** `unverified` if it is missing. */
  readonly kind?: 'legal'
  readonly does: (socket: Socket, answer: Answer) => void
}

/** Answers the requests of a connection correctly. */
export type Answer = (socket: TLSSocket) => void

/** Speaks TLS on a connection that was accepted. */
export function speakTls(socket: Socket, { cert, key }: SelfSigned, answer: Answer): void {
  const server = createTlsServer({ cert, key }, answer)
  server.on('tlsClientError', () => socket.destroy())
  server.emit('connection', socket)
}

export const tlsBehaviours: readonly TlsBehaviour[] = [
  {
    id: 'self-signed',
    about: 'a certificate that nobody trusts',
    does: (socket, answer) => speakTls(socket, stranger, answer),
  },
  {
    id: 'expired',
    about: 'a certificate that has expired',
    does: (socket, answer) => speakTls(socket, expired, answer),
  },
  {
    id: 'wrong-host',
    about: 'a certificate for another host',
    does: (socket, answer) => speakTls(socket, elsewhere, answer),
  },
  {
    id: 'renewed',
    about: 'a certificate that changes with each connection, always a trusted one',
    kind: 'legal',
    does: (socket, answer) => speakTls(socket, ++connections % 2 ? renewed : trusted, answer),
  },
  { id: 'stalls', about: 'a handshake that stalls', does: () => {} },
  {
    id: 'stalls-later',
    about: 'a handshake that stalls after its first bytes',
    does: socket => void socket.once('data', () => socket.write(Buffer.from([0x16, 0x03, 0x03, 0x02, 0x00]))),
  },
  {
    id: 'plain-text',
    about: 'plain text on a TLS port',
    does: socket => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')),
  },
  {
    id: 'garbage',
    about: 'noise in place of a handshake',
    does: socket => void socket.once('data', () => socket.end(Buffer.alloc(4000, 0x5a))),
  },
  {
    id: 'alert',
    about: 'a handshake that is refused',
    does: socket => void socket.once('data', () => socket.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]))),
  },
  {
    id: 'closes-after-handshake',
    about: 'a connection that closes after its handshake',
    does: socket => speakTls(socket, trusted, secure => void secure.destroy()),
  },
  {
    id: 'silent-after-handshake',
    about: 'silence after the handshake',
    does: socket => speakTls(socket, trusted, () => {}),
  },
]
