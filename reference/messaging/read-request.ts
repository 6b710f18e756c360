/** Reads a request's parameters, wherever clients put them: query, urlencoded body or multipart body. */
import type { Behaviour } from '../behaviour.ts'
import type { Asked } from '../wire.ts'
import type { SentFile } from './call.ts'

export interface Sent {
  readonly parameters: Map<string, string>
  readonly files: readonly SentFile[]
}

export async function readRequest(request: Asked, query: string, behaviour: Behaviour): Promise<Sent> {
  const { method } = request
  const parameters = new Map<string, string>()
  const files: SentFile[] = []
  const bodiless = method === 'GET' || method === 'HEAD'
  const fromQuery = bodiless
    ? behaviour.keeps('parameters.from-query', { method })
    : !behaviour.uses('messaging.parameters.body-only')
  if (query && fromQuery) for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value)
  if (bodiless) return { parameters, files }
  const type = request.header('content-type') ?? ''
  if (/^multipart\/form-data/i.test(type)) await readMultipart(request, parameters, files, behaviour)
  else if (!behaviour.keeps('parameters.from-form', { method })) return { parameters, files }
  else if (/^application\/x-www-form-urlencoded/i.test(type)) {
    for (const [name, value] of new URLSearchParams(await request.text())) parameters.set(name, value)
  }
  return { parameters, files }
}

/** A body that does not parse counts as one without parts. */
async function readMultipart(
  request: Asked,
  parameters: Map<string, string>,
  files: SentFile[],
  behaviour: Behaviour,
): Promise<void> {
  const form = [
    ...((await request
      .web()
      .formData()
      .catch(() => undefined)) ?? []),
  ]
  const withFile = form.some(([, value]) => typeof value !== 'string')
  const fieldsRead = withFile || !behaviour.uses('messaging.parameters.multipart-for-files-only')
  for (const [name, value] of form) {
    if (typeof value !== 'string') files.push({ part: name, name: value.name, size: value.size })
    else if (fieldsRead) parameters.set(name, value)
  }
}

/** The user name and password of HTTP Basic credentials. */
export function readCredentials(request: Asked): { readonly email: string; readonly key: string } | undefined {
  const match = /^Basic\s+(\S+)$/i.exec(request.header('authorization') ?? '')
  if (!match?.[1]) return undefined
  const decoded = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
