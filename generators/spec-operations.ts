/** Walks the operations of a description. */
import { asJson, asList, dereference, type Json } from './json.ts'

export interface SpecOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: Json
  readonly parameters: readonly Json[]
  /** Media type and content of the request body; null if there is none. */
  readonly body: { readonly mediaType: string; readonly content: Json; readonly schema: Json } | null
  /** Schema of a success reply; null if the contract has none. */
  readonly success: Json | null
  /** Schema of an error reply; null if the contract has none. */
  readonly error: Json | null
}

const methods = ['get', 'post', 'patch', 'put', 'delete', 'options', 'head', 'trace']

export function operationsOf(document: Json): SpecOperation[] {
  return Object.entries(asJson(document['paths'])).flatMap(([path, item]) => {
    const pathItem = dereference(document, item)
    return methods
      .filter(method => method in pathItem)
      .map(method => describe(document, path, method, dereference(document, pathItem[method])))
  })
}

function describe(document: Json, path: string, method: string, operation: Json): SpecOperation {
  const content = asJson(dereference(document, operation['requestBody'])['content'])
  const [mediaType] = Object.keys(content)
  const body = mediaType === undefined ? null : asJson(content[mediaType])
  const responses = asJson(operation['responses'])
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    operation,
    parameters: asList(operation['parameters']).map(parameter => dereference(document, parameter)),
    body: body && mediaType !== undefined ? { mediaType, content: body, schema: asJson(body['schema']) } : null,
    success: replySchema(document, responses['2XX'] ?? firstOf(responses, /^2\d\d$/)),
    error: replySchema(document, responses['default'] ?? responses['4XX'] ?? firstOf(responses, /^4\d\d$/)),
  }
}

const firstOf = (responses: Json, status: RegExp): unknown =>
  Object.entries(responses).find(([key]) => status.test(key))?.[1]

function replySchema(document: Json, response: unknown): Json | null {
  const schema = asJson(asJson(dereference(document, response)['content'])['application/json'])['schema']
  return schema === undefined ? null : asJson(schema)
}

/** Schema of a parameter, and whether its value is sent as JSON text. */
export function parameterSchema(parameter: Json): { schema: Json; json: boolean } {
  const encoded = asJson(asJson(parameter['content'])['application/json'])['schema']
  return encoded === undefined
    ? { schema: asJson(parameter['schema']), json: false }
    : { schema: asJson(encoded), json: true }
}
