/** Reads a request's parameters, wherever clients put them: query, urlencoded body or multipart body. */
import type { SentFile } from './call.ts'

export interface Sent {
  readonly parameters: Map<string, string>
  readonly files: readonly SentFile[]
}

export async function readRequest(request: Request, query: string): Promise<Sent> {
  const parameters = new Map<string, string>()
  const files: SentFile[] = []
  if (query) for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value)
  if (request.method === 'GET' || request.method === 'HEAD') return { parameters, files }
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) await readMultipart(request, parameters, files)
  else if (/^application\/x-www-form-urlencoded/i.test(type)) {
    for (const [name, value] of new URLSearchParams(await request.text())) parameters.set(name, value)
  }
  return { parameters, files }
}

/** A body that does not parse counts as one without parts. */
async function readMultipart(request: Request, parameters: Map<string, string>, files: SentFile[]): Promise<void> {
  const form = await request.formData().catch(() => undefined)
  for (const [name, value] of form ?? []) {
    if (typeof value === 'string') parameters.set(name, value)
    else files.push({ name: value.name, size: value.size })
  }
}

/** The user name and password of HTTP Basic credentials. */
export function readCredentials(request: Request): { readonly email: string; readonly key: string } | undefined {
  const match = /^Basic\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')
  if (!match?.[1]) return undefined
  const decoded = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
