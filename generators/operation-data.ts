/** The table of operations and their parameters in the generated code. */
import { errorCodes } from './error-codes.ts'
import { asJson, asList, dereference, isJson, type Json } from './json.ts'
import { operationsOf, parameterSchema, type SpecOperation } from './spec-operations.ts'

export interface ParameterData {
  name: string
  in: string
  required: boolean
  json: boolean
  kind: string
  values?: unknown[]
  default?: unknown
  nullable?: boolean
  since?: number
  until?: number
  renamedFrom?: unknown
  valueLevels?: Json
}

export interface OperationData {
  id: string
  api: string
  method: string
  path: string
  auth: 'none' | 'basic' | 'either'
  since?: number
  until?: number
  parameters: ParameterData[]
  /** The error codes that the contract names for it. */
  codes: string[]
}

export function operationData(api: string, document: Json): OperationData[] {
  return operationsOf(document).map(operation => ({
    id: operation.id,
    api,
    method: operation.method,
    path: operation.path,
    auth: authOf(operation.operation['security'] ?? document['security']),
    ...levels(operation.operation),
    parameters: parametersOf(document, operation),
    codes: errorCodes(document, operation.error),
  }))
}

function authOf(security: unknown): OperationData['auth'] {
  const alternatives = asList(security)
  if (alternatives.length === 0) return 'none'
  return alternatives.length === 1 ? 'basic' : 'either'
}

function parametersOf(document: Json, operation: SpecOperation): ParameterData[] {
  const plain = operation.parameters.map(parameter => {
    const { schema, json } = parameterSchema(parameter)
    const place = {
      name: String(parameter['name']),
      in: String(parameter['in']),
      required: parameter['required'] === true,
      json,
    }
    return { ...place, ...schemaData(document, schema), ...levels(parameter) }
  })
  return [...plain, ...bodyParameters(document, operation)]
}

function bodyParameters(document: Json, { body }: SpecOperation): ParameterData[] {
  if (!body) return []
  const forms = formsOf(document, body.schema)
  const names = [...new Set(forms.flatMap(form => Object.keys(asJson(form['properties']))))]
  return names.map(name => {
    const stated = forms
      .map(form => asJson(form['properties'])[name])
      .filter(isJson)
      .filter(schema => !isJson(schema['not']) || 'type' in schema)
    const place = {
      name,
      in: body.mediaType.includes('json')
        ? 'body'
        : stated.some(schema => schema['format'] === 'binary')
          ? 'file'
          : 'form',
      required: forms.every(form => asList(form['required']).includes(name)),
      json: asJson(asJson(body.content['encoding'])[name])['contentType'] === 'application/json',
    }
    return stated.map(schema => ({ ...place, ...schemaData(document, schema), ...levels(schema) })).reduce(merge)
  })
}

/** The alternative forms of a request body; its schema alone if there are no alternatives. */
function formsOf(document: Json, schema: Json): Json[] {
  const target = dereference(document, schema)
  const alternatives = target['oneOf'] ?? target['anyOf']
  return Array.isArray(alternatives) ? alternatives.map(form => dereference(document, form)) : [target]
}

function merge(one: ParameterData, other: ParameterData): ParameterData {
  const values = one.values && other.values ? { values: [...new Set([...one.values, ...other.values])] } : {}
  const valueLevels =
    one.valueLevels || other.valueLevels ? { valueLevels: { ...one.valueLevels, ...other.valueLevels } } : {}
  return { ...other, ...one, kind: one.kind === other.kind ? one.kind : 'union', ...values, ...valueLevels }
}

function schemaData(
  document: Json,
  schema: Json,
): Pick<ParameterData, 'kind' | 'values' | 'default' | 'nullable' | 'valueLevels'> {
  const target: Json = {
    ...dereference(document, schema),
    ...('default' in schema ? { default: schema['default'] } : {}),
  }
  const types = asList(target['type'] ?? []).concat(typeof target['type'] === 'string' ? [target['type']] : [])
  return {
    kind: kindOf(document, target),
    ...(Array.isArray(target['enum']) ? { values: target['enum'] } : {}),
    ...('default' in target ? { default: target['default'] } : {}),
    ...(types.includes('null') ? { nullable: true } : {}),
    ...(isJson(target['x-values']) ? { valueLevels: target['x-values'] } : {}),
  }
}

function kindOf(document: Json, schema: Json): string {
  const target = dereference(document, schema)
  if (typeof target['type'] === 'string') return target['type']
  const kinds = new Set(
    Array.isArray(target['type'])
      ? target['type'].filter(type => type !== 'null').map(String)
      : asList(target['oneOf'] ?? target['anyOf']).map(option => kindOf(document, asJson(option))),
  )
  const [only] = kinds
  return kinds.size === 1 && only !== undefined ? only : 'union'
}

function levels(source: Json): { since?: number; until?: number; renamedFrom?: unknown } {
  return {
    ...(typeof source['x-since'] === 'number' ? { since: source['x-since'] } : {}),
    ...(typeof source['x-until'] === 'number' ? { until: source['x-until'] } : {}),
    ...(isJson(source['x-renamed-from']) ? { renamedFrom: source['x-renamed-from'] } : {}),
  }
}
