/** Requests and replies as plain values; `Request` and `Response` objects are made only if needed. */

export interface Asked {
  readonly method: string
  readonly url: string
  /** The request target as it was sent, before any normalization. */
  readonly sent: string
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined
  /** The names of all headers; in their original case if they come as plain values. */
  readonly headerNames: readonly string[]
  text(): Promise<string>
  web(): Request
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A list is sent in pieces. */
  readonly body: string | Uint8Array | readonly Uint8Array[]
}

export interface PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export type Answer = (asked: Asked) => Promise<Answered>

export function asked(request: PlainRequest): Asked {
  const { method, url, body } = request
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method,
    url,
    sent: url,
    header: name => headers.get(name),
    headerNames: Object.keys(request.headers),
    text: async () => (typeof body === 'string' ? body : Buffer.from(body ?? '').toString('utf8')),
    web: () => new Request(url, { method, headers: request.headers, body, redirect: 'manual' }),
  }
}

/** The same as a function from `Request` to `Response`. */
export function webFetch(answer: Answer): (request: Request, sent?: string) => Promise<Response> {
  return async (request, sent = request.url) =>
    toWeb(
      await answer({
        method: request.method,
        url: request.url,
        sent,
        header: name => request.headers.get(name) ?? undefined,
        headerNames: [...request.headers.keys()],
        text: () => request.text(),
        web: () => request,
      }),
    )
}

export async function fromWeb(response: Response): Promise<Answered> {
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), body: new Uint8Array(await response.arrayBuffer()) }
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answered => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const plainText = (status: number, body: string): Answered => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

const BODILESS = [204, 205, 304]

/** Always passes bytes: a `Response` made from text sets a content type. */
function toWeb({ status, headers, body }: Answered): Response {
  if (BODILESS.includes(status)) return new Response(null, { status, headers })
  if (typeof body === 'string') return new Response(new TextEncoder().encode(body), { status, headers })
  return new Response(body instanceof Uint8Array ? new Uint8Array(body) : inPieces(body), { status, headers })
}

function inPieces(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = pieces[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
