/**
 * The structure of an OpenAPI 3.1 document as a JSON schema, no stricter than the one its authors publish. Schema
 * objects are judged by JSON Schema 2020-12 apart, where the document does not choose another dialect.
 */
type Schema = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const flag = { type: 'boolean' }
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const map = (values: unknown): Schema => ({ type: 'object', additionalProperties: values })
const list = (items: unknown, more: Schema = {}): Schema => ({ type: 'array', items, ...more })

/** An object of these members, and of extensions. */
const record = (properties: Schema, required: readonly string[] = [], more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  required,
  patternProperties: { '^x-': true },
  additionalProperties: false,
  ...more,
})

/** A reference to such an object, or the object itself; members beside `$ref` are ignored. */
const orReference = (name: string): Schema => ({
  if: { type: 'object', required: ['$ref'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: ref('Reference'),
  else: ref(name),
})

const named = (values: unknown): Schema => ({
  type: 'object',
  propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' },
  additionalProperties: values,
})

const schemaObject = { type: ['object', 'boolean'] }
const docs = ref('ExternalDocumentation')
const servers = list(ref('Server'))
const security = list(map(list(text)))
const content = map(ref('MediaType'))
const examples = { example: true, examples: map(orReference('Example')) }
const schemaOrContent = {
  oneOf: [{ required: ['schema'] }, { required: ['content'] }],
}
const presentation = { style: text, explode: flag, allowReserved: flag, schema: schemaObject, ...examples }

const when = (member: string, value: string, consequence: Schema): Schema => ({
  if: { properties: { [member]: { const: value } }, required: [member] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
})

const pathItem = record({
  $ref: text,
  summary: text,
  description: text,
  servers,
  parameters: list(orReference('Parameter')),
  ...Object.fromEntries(
    ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map(method => [method, ref('Operation')]),
  ),
})

const definitions: Schema = {
  Reference: { type: 'object', properties: { $ref: text }, required: ['$ref'] },
  ExternalDocumentation: record({ description: text, url: text }, ['url']),
  Server: record({ url: text, description: text, variables: map(ref('ServerVariable')) }, ['url']),
  ServerVariable: record({ enum: list(text, { minItems: 1 }), default: text, description: text }, ['default']),
  Info: record(
    {
      title: text,
      summary: text,
      description: text,
      termsOfService: text,
      contact: record({ name: text, url: text, email: text }),
      license: record({ name: text, identifier: text, url: text }, ['name'], {
        not: { required: ['identifier', 'url'] },
      }),
      version: text,
    },
    ['title', 'version'],
  ),
  PathItem: pathItem,
  Operation: record({
    tags: list(text),
    summary: text,
    description: text,
    externalDocs: docs,
    operationId: text,
    parameters: list(orReference('Parameter')),
    requestBody: orReference('RequestBody'),
    responses: ref('Responses'),
    callbacks: map(orReference('Callback')),
    deprecated: flag,
    security,
    servers,
  }),
  Parameter: record(
    {
      name: text,
      in: { enum: ['query', 'header', 'path', 'cookie'] },
      description: text,
      required: flag,
      deprecated: flag,
      allowEmptyValue: flag,
      content: { ...content, minProperties: 1, maxProperties: 1 },
      ...presentation,
    },
    ['name', 'in'],
    {
      ...schemaOrContent,
      ...when('in', 'path', { properties: { required: { const: true } }, required: ['required'] }),
    },
  ),
  RequestBody: record({ description: text, content, required: flag }, ['content']),
  MediaType: record({ schema: schemaObject, encoding: map(ref('Encoding')), ...examples }),
  Encoding: record({
    contentType: text,
    headers: map(orReference('Header')),
    style: text,
    explode: flag,
    allowReserved: flag,
  }),
  Responses: {
    type: 'object',
    minProperties: 1,
    patternProperties: { '^x-': true, '^([1-5]([0-9]{2}|XX)|default)$': orReference('Response') },
    additionalProperties: false,
  },
  Response: record(
    { description: text, headers: map(orReference('Header')), content, links: map(orReference('Link')) },
    ['description'],
  ),
  Callback: { type: 'object', patternProperties: { '^x-': true }, additionalProperties: orReference('PathItem') },
  Example: record({ summary: text, description: text, value: true, externalValue: text }, [], {
    not: { required: ['value', 'externalValue'] },
  }),
  Link: record({
    operationRef: text,
    operationId: text,
    parameters: map(true),
    requestBody: true,
    description: text,
    server: ref('Server'),
    body: ref('Server'),
  }),
  Header: record(
    {
      description: text,
      required: flag,
      deprecated: flag,
      allowEmptyValue: flag,
      content: { ...content, minProperties: 1, maxProperties: 1 },
      ...presentation,
    },
    [],
    schemaOrContent,
  ),
  Tag: record({ name: text, description: text, externalDocs: docs }, ['name']),
  SecurityScheme: record(
    {
      type: { enum: ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] },
      description: text,
      name: text,
      in: { enum: ['query', 'header', 'cookie'] },
      scheme: text,
      bearerFormat: text,
      flows: { type: 'object' },
      openIdConnectUrl: text,
    },
    ['type'],
    {
      allOf: [
        when('type', 'apiKey', { required: ['name', 'in'] }),
        when('type', 'http', { required: ['scheme'] }),
        when('type', 'oauth2', { required: ['flows'] }),
        when('type', 'openIdConnect', { required: ['openIdConnectUrl'] }),
      ],
    },
  ),
  Components: record({
    schemas: named(schemaObject),
    responses: named(orReference('Response')),
    parameters: named(orReference('Parameter')),
    examples: named(orReference('Example')),
    requestBodies: named(orReference('RequestBody')),
    headers: named(orReference('Header')),
    securitySchemes: named(orReference('SecurityScheme')),
    links: named(orReference('Link')),
    callbacks: named(orReference('Callback')),
    pathItems: named(orReference('PathItem')),
  }),
}

export const openApiSchema: Schema = record(
  {
    openapi: { type: 'string', pattern: '^3\\.1\\.[0-9]+(-.+)?$' },
    info: ref('Info'),
    jsonSchemaDialect: text,
    servers,
    paths: {
      type: 'object',
      patternProperties: { '^/': ref('PathItem'), '^x-': true },
      additionalProperties: false,
    },
    webhooks: map(orReference('PathItem')),
    components: ref('Components'),
    security,
    tags: list(ref('Tag')),
    externalDocs: docs,
  },
  ['openapi', 'info'],
  {
    anyOf: [{ required: ['paths'] }, { required: ['components'] }, { required: ['webhooks'] }],
    $defs: definitions,
  },
)
