/** Parameters on the wire: form fields or query fields, lists and objects as JSON, one file as multipart. */
import type { ParameterData } from '../../generated/operations.ts'
import type { Operation } from '../contract.ts'
import { restored } from '../exact-integers.ts'
import { encodeQuery } from './encode-query.ts'
import type { WireRequest } from './transport.ts'

/** Text that is sent unchanged, whatever the parameter's type. */
export class Verbatim {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export const verbatim = (text: string): Verbatim => new Verbatim(text)

export interface UploadedFile {
  readonly filename: string
  readonly content: string | Uint8Array
  readonly type?: string
  /** The name of its part; `filename`, `filename2` and so on if absent. */
  readonly part?: string
}

export interface Encoded extends Pick<WireRequest, 'method' | 'body'> {
  readonly path: string
  readonly headers: Record<string, string>
  /** Names of the parameters it carries, path parameters included. */
  readonly sent: readonly string[]
}

export type Carrier = 'as-stated' | 'query' | 'multipart'

export interface EncodeOptions {
  /** How ordinary parameters travel; anything but `as-stated` is only for observations. */
  readonly carrier?: Carrier
  readonly files?: readonly UploadedFile[]
}

export function encode(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  options: EncodeOptions = {},
): Encoded {
  let path = operation.path
  const pairs: [string, string][] = []
  const headers: Record<string, string> = {}
  const members: Record<string, unknown> = {}
  const isJson = operation.parameters.some(parameter => parameter.in === 'body')
  const sent: string[] = []
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue
    sent.push(name)
    const stated = parameterNamed(operation, name)
    if (stated?.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(wireValue(value, stated)))
    else if (stated?.in === 'header') headers[name.toLowerCase()] = wireValue(value, stated)
    else if (isJson) members[name] = value
    else pairs.push([name, wireValue(value, stated)])
  }
  const carrier = options.carrier ?? 'as-stated'
  if (isJson) {
    headers['content-type'] = 'application/json'
    return { method: operation.method, path, headers, body: restored(JSON.stringify(members)), sent }
  }
  if (options.files !== undefined || carrier === 'multipart') {
    const boundary = 'assay-boundary-7d1f3a'
    headers['content-type'] = `multipart/form-data; boundary=${boundary}`
    return { method: operation.method, path, headers, body: multipart(boundary, pairs, options.files ?? []), sent }
  }
  if (operation.method === 'GET' || carrier === 'query') {
    return {
      method: operation.method,
      path: pairs.length > 0 ? `${path}?${encodeQuery(pairs)}` : path,
      headers,
      body: null,
      sent,
    }
  }
  headers['content-type'] = 'application/x-www-form-urlencoded'
  return { method: operation.method, path, headers, body: new URLSearchParams(pairs).toString(), sent }
}

function wireValue(value: unknown, stated: ParameterData | undefined): string {
  if (value instanceof Verbatim) return restored(value.text)
  return restored(typeof value === 'string' && !stated?.json ? value : JSON.stringify(value))
}

function parameterNamed(operation: Operation, name: string): ParameterData | undefined {
  return operation.parameters.find(parameter => parameter.name === name)
}

export function multipart(
  boundary: string,
  pairs: readonly [string, string][],
  files: readonly UploadedFile[],
): Uint8Array {
  const parts: Buffer[] = []
  for (const [name, value] of pairs) {
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`),
    )
  }
  files.forEach((file, index) => {
    const disposition = `form-data; name="${quoted(file.part ?? (index === 0 ? 'filename' : `filename${index + 1}`))}"; filename="${quoted(file.filename)}"`
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
      ),
    )
    parts.push(Buffer.from(file.content), Buffer.from('\r\n'))
  })
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return Buffer.concat(parts)
}

const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
