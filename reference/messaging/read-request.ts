/** Reads the parameters of a request from its query, urlencoded body or multipart body. */
import { stageOn } from '../operations/stage.ts'
import type { Asked } from '../wire.ts'
import { type Moment, type SentFile, stepsOf } from './call.ts'
import type { Credentials } from './credentials.ts'
import type { Organization } from './organization.ts'

/** A request before it is read. */
export interface Arrival extends Moment {
  readonly request: Asked
  readonly query: string
  readonly org: Organization
}

type Pairs = readonly (readonly [name: string, value: string])[]

export const reading = stageOn<Arrival, never>()({
  id: 'reading',
  rules: {},
  steps: {
    query: ({ query }): Pairs => [...new URLSearchParams(query)],
    form: (_it, text: string): Pairs => [...new URLSearchParams(text)],
    /** The ordinary fields of a multipart body. */
    fields: (_it, fields: Pairs, _besideFiles: boolean): Pairs => fields,
    /** The user name and password of HTTP Basic credentials. */
    credentials: ({ request }): Credentials => basicCredentials(request),
  },
})

export function basicCredentials(request: Asked): Credentials {
  const match = /^Basic\s+(\S+)$/i.exec(request.header('authorization') ?? '')
  if (!match?.[1]) return undefined
  const decoded = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}

export interface Read {
  readonly parameters: Map<string, string>
  readonly files: readonly SentFile[]
}

export const isBodiless = (method: string): boolean => method === 'GET' || method === 'HEAD'

export async function readRequest(it: Arrival): Promise<Read> {
  const { query, form } = stepsOf(it, reading)
  const { request } = it
  const type = request.header('content-type') ?? ''
  const inQuery = query(it)
  if (isBodiless(request.method)) return { parameters: new Map(inQuery), files: [] }
  if (/^multipart\/form-data/i.test(type)) {
    const { fields, files } = await readMultipart(it)
    return { parameters: new Map([...inQuery, ...fields]), files }
  }
  const isForm = /^application\/x-www-form-urlencoded/i.test(type)
  return { parameters: new Map([...inQuery, ...(isForm ? form(it, await request.text()) : [])]), files: [] }
}

/** A body that cannot be parsed counts as empty. */
async function readMultipart(it: Arrival): Promise<{ fields: Pairs; files: SentFile[] }> {
  const parts = [
    ...((await it.request
      .web()
      .formData()
      .catch(() => undefined)) ?? []),
  ]
  const files = parts.flatMap(([part, value]) =>
    typeof value === 'string' ? [] : [{ part, name: value.name, size: value.size }],
  )
  const texts = parts.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return { fields: stepsOf(it, reading).fields(it, texts, files.length > 0), files }
}
