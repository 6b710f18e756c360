/** A fake Zulip server: the reference, plus the calls outside the contract that the provisioner for Zulip uses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reference } from '../../reference/index.ts'
import { type Caller, calls, type Fields, type Held, Refusal } from './calls.ts'

type Plain = Parameters<Reference['answer']>[0]
type Answered = Awaited<ReturnType<Reference['answer']>>

const ROOT = '/chat/api/v1'

export interface FakeZulip {
  answer(request: Plain): Promise<Answered>
  /** How many of the next calls fail, with a 500 of the server or with a 502 of a gateway in front of it. */
  stumbles: number
  gateway: boolean
}

/** With `hasEmoji`, the organization already has a custom emoji: that of the reference. */
export function fakeZulip(reference: Reference, hasEmoji = true): FakeZulip {
  const held = <T>(kind: string): Held<T>[] =>
    reference.holdings(kind).map(one => ({ id: one.id, ...(JSON.parse(one.text) as T) }))
  const provide = async (kind: string, withWhat: Fields): Promise<Fields> => {
    const body = JSON.stringify({ fixture: kind, with: withWhat })
    const reply = await reference.answer({ method: 'POST', url: 'http://fake.invalid/provision', headers: {}, body })
    const { value, unavailable } = JSON.parse(String(reply.body)) as { value?: Fields; unavailable?: string }
    if (!value) throw new Refusal(unavailable ?? 'no such thing')
    return value
  }
  const emoji = new Map<string, { readonly id: string; readonly name: string; deactivated: boolean }>()
  const reactions = new Map<number, Fields[]>()
  const linkTimes = new Map<number | string, number>()

  const fake: FakeZulip = {
    stumbles: 0,
    gateway: false,
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.startsWith(ROOT)) return reference.answer(request)
      if (fake.stumbles > 0) {
        fake.stumbles--
        return fake.gateway
          ? { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }
          : json(500, { result: 'error', msg: 'Internal server error' })
      }
      const path = pathname.slice(ROOT.length)
      for (const [template, handle] of Object.entries(calls)) {
        const found = match(template, request.method, path)
        if (!found) continue
        const form = typeof request.body === 'string' ? new URLSearchParams(request.body) : searchParams
        const fields: Fields = { ...Object.fromEntries(form), ...found }
        const original = (): Promise<Fields> =>
          reference.answer(request).then(({ body }) => JSON.parse(String(body)) as Fields)
        try {
          const caller = callerOf(request, held<Caller>('user'))
          return json(200, {
            result: 'success',
            msg: '',
            ...(await handle({ caller, fields, held, provide, original, hasEmoji, emoji, reactions, linkTimes })),
          })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return json(400, { result: 'error', msg: error.message, code: error.code })
        }
      }
      return reference.answer(request)
    },
  }
  return fake
}

const json = (status: number, body: Fields): Answered => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace('{id}', '(?<id>\\d+)').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const patterns = new Map(Object.keys(calls).map(template => [template, patternOf(template.split(' ')[1] ?? '')]))

/** Matches `METHOD /path/{name}` with a request and returns the values of the path. */
function match(template: string, method: string, path: string): Record<string, string> | null {
  if (!template.startsWith(`${method} `)) return null
  const found = patterns.get(template)?.exec(path)
  if (!found) return null
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
}

function callerOf({ headers }: Plain, users: readonly Caller[]): Caller {
  const [email, key] = atob((headers['authorization'] ?? '').replace('Basic ', '')).split(':')
  const caller = users.find(user => user.email === email && user.apiKey === key)
  if (!caller) throw new Refusal('Invalid API key', 'UNAUTHORIZED')
  return caller
}

/** Serves the fake over a real socket, without custom emoji. */
export async function serveFakeZulip(reference: Reference): Promise<{
  readonly origin: string
  readonly fake: FakeZulip
  close(): Promise<void>
}> {
  const fake = fakeZulip(reference, false)
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces)
    const isText = !(incoming.headers['content-type'] ?? '').startsWith('multipart/')
    const { status, headers, body } = await fake.answer({
      method: incoming.method ?? 'GET',
      url: `http://${incoming.headers.host}${incoming.url}`,
      headers: incoming.headers as Record<string, string>,
      body: text.length === 0 ? null : isText ? text.toString('utf8') : text,
    })
    outgoing.writeHead(status, headers)
    outgoing.end(Array.isArray(body) ? Buffer.concat(body as Uint8Array[]) : (body as string | Uint8Array))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    fake,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
