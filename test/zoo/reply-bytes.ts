/** The type of a behaviour of the zoo, and functions that make the bytes of replies. */
import type { Socket } from 'node:net'

/** The correct reply. */
export interface Good {
  readonly status: number
  readonly body: string
}

export interface Behaviour {
  readonly id: string
  readonly group: string
  readonly about: string
  /** Legal: nothing fails. Unverified: nothing fails or passes. Fail: something fails. Any: only that the run goes on. */
  readonly kind: 'legal' | 'unverified' | 'fail' | 'any'
  readonly does: (socket: Socket, good: Good) => void
  /** Called as soon as a connection is open. */
  readonly greets?: (socket: Socket) => void
  /** The scope of the run; if it is missing, the two endpoints that the zoo judges by default. */
  readonly only?: readonly string[]
}

/** Makes a value when it is first needed, because making it takes long. */
export function onceAsked<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

export type Headers = Readonly<Record<string, string>>

export function raw(status: string, headers: Headers, body: string | Buffer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}
export const length = (body: string | Buffer): Headers => ({ 'Content-Length': String(Buffer.byteLength(body)) })
export const json = { 'Content-Type': 'application/json' }
export const whole = (body: string | Buffer, headers: Headers = {}, status = '200 OK'): Buffer =>
  raw(status, { ...json, ...length(body), ...headers }, body)

export const one = (
  group: string,
  kind: Behaviour['kind'],
  id: string,
  about: string,
  does: Behaviour['does'],
): Behaviour => ({
  ...{ group, kind, id, about, does },
})
export const sends =
  (make: (good: Good) => string | Buffer, then: 'stays' | 'closes' = 'stays'): Behaviour['does'] =>
  (socket, good) =>
    void (then === 'closes' ? socket.end(make(good)) : socket.write(make(good)))
export const body = (make: (text: string) => string | Buffer, headers: Headers = {}): Behaviour['does'] =>
  sends(good => whole(make(good.body), headers))
export const chunks = (text: string, size: number): string =>
  (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
    .map(part => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
    .join('')
export const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
/** Adds one more member to the envelope, which is legal. */
export const extra = (text: string, name: string, value: string): string =>
  text.replace(/^\{/, `{${JSON.stringify(name)}:${value},`)

/** A row of a table of behaviours that belong to one group. */
export type Row = readonly [Behaviour['kind'], string, string, Behaviour['does']]
export const ofGroup = (group: string, rows: readonly Row[]): Behaviour[] =>
  rows.map(([kind, id, about, does]) => one(group, kind, id, about, does))
