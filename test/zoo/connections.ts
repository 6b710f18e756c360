/** Connections: closed, cut, silent, slow, and out of step with the requests. */
import type { Socket } from 'node:net'
import { type Behaviour, json, ofGroup, one, raw, sends, whole } from './reply-bytes.ts'

function drips(socket: Socket, pieces: Buffer, from: number): void {
  let at = from
  socket.write(pieces.subarray(0, from))
  const timer = setInterval(() => void (at < pieces.length && socket.write(pieces.subarray(at, ++at))), 40)
  socket.once('close', () => clearInterval(timer))
}

const HTTP_2_SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
const BEFORE = new WeakMap<Socket, string>()

const rows = ofGroup('connections', [
  ['unverified', 'closes', 'closes the connection without a reply', socket => void socket.destroy()],
  ['unverified', 'resets', 'resets the connection', socket => void socket.resetAndDestroy()],
  ['unverified', 'half-closes', 'ends its side without a reply', socket => void socket.end()],
  ['unverified', 'silent', 'never answers', () => {}],
  [
    'unverified',
    'cut-in-headers',
    'closes in the middle of the headers',
    sends(() => 'HTTP/1.1 200 OK\r\nContent-Ty', 'closes'),
  ],
  [
    'unverified',
    'cut-in-body',
    'closes in the middle of the body',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '9999' }, good.body), 'closes'),
  ],
  [
    'legal',
    'closes-after',
    'closes after each reply and says so',
    sends(good => whole(good.body, { Connection: 'close' }), 'closes'),
  ],
  ['legal', 'closes-unsaid', 'closes after each reply without a word', sends(good => whole(good.body), 'closes')],
  [
    'unverified',
    'drips-headers',
    'sends the headers one byte at a time, for ever',
    (socket, good) => drips(socket, whole(good.body, { 'X-Pad': 'x'.repeat(5000) }), 1),
  ],
  [
    'unverified',
    'drips-body',
    'sends the body one byte at a time, for ever',
    (socket, good) => drips(socket, whole(`${good.body}${' '.repeat(5000)}`), 120),
  ],
  [
    'legal',
    'in-two-packets',
    'sends the body in a second packet',
    (socket, good) => {
      const bytes = whole(good.body)
      socket.write(bytes.subarray(0, bytes.length - 9))
      setTimeout(() => socket.write(bytes.subarray(bytes.length - 9)), 30)
    },
  ],
  [
    'unverified',
    'http-2-preface',
    'the preface of an HTTP/2 client',
    sends(() => Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), HTTP_2_SETTINGS])),
  ],
  [
    'any',
    'out-of-step',
    'the reply to the request before, on a kept connection',
    (socket, good) => {
      socket.write(whole(BEFORE.get(socket) ?? good.body))
      BEFORE.set(socket, good.body)
    },
  ],
  [
    'unverified',
    'gigabyte-short',
    'a length of a gigabyte, and a short body',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '1073741824' }, good.body), 'closes'),
  ],
  [
    'unverified',
    'gigabyte-waits',
    'a length of a gigabyte, a short body, and silence',
    sends(good => raw('200 OK', { ...json, 'Content-Length': '1073741824' }, good.body)),
  ],
])

/** Bytes that were sent before the request are not a reply to it. */
const greeting: Behaviour = {
  ...one(
    'connections',
    'any',
    'before-the-request',
    'a reply before the request',
    sends(good => whole(good.body)),
  ),
  greets: socket => void socket.write(whole('{}')),
}

export const connections: readonly Behaviour[] = [...rows, greeting]
