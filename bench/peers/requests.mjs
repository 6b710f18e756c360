/** The examples as HTTP requests: each operation with all its parameters, then with the required ones alone. */
import { mapValues, onTheWire, operationsOf } from './describe.mjs'

const form = fields => String(new URLSearchParams(mapValues(fields, value => String(onTheWire(value)))))

export function requestsOf(document, examples, authorization) {
  const requests = []
  for (const { path, method, operation } of operationsOf(document)) {
    const example = examples[operation.operationId] ?? {}
    const content = operation.requestBody?.content?.['application/x-www-form-urlencoded']
    const forms = content?.schema.oneOf ?? content?.schema.anyOf ?? [content?.schema]
    const needed = new Set(forms.flatMap(one => one?.required ?? []))
    const must = new Set((operation.parameters ?? []).filter(one => one.required).map(({ name }) => name))
    const pick = (fields, names) => Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => names.has(name)))
    const whole = request({ path, method, example, authorization, operation })
    requests.push(whole)
    const fewer = { ...example, query: pick(example.query, must), body: example.body && pick(example.body, needed) }
    const least = request({ path, method, example: fewer, authorization, operation })
    const same = least.url === whole.url && least.body === whole.body
    if (!same) requests.push(least)
  }
  return requests
}

function request({ path, method, example, authorization, operation }) {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(example.path?.[name] ?? name))
  const query = example.query && Object.keys(example.query).length > 0 ? `?${form(example.query)}` : ''
  const headers = { accept: 'application/json', ...example.header }
  const credentials = example.auth === undefined ? authorization() : example.auth && authorization(example.auth)
  if (credentials) headers.authorization = credentials
  let body
  if (example.body) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = form(example.body)
  }
  if (example.file) {
    headers['content-type'] = 'multipart/form-data; boundary=bench-part'
    body = `--bench-part\r\nContent-Disposition: form-data; name="file"; filename="${example.file.name}"\r\nContent-Type: text/plain\r\n\r\n${example.file.content}\r\n--bench-part--\r\n`
  }
  const { operationId } = operation
  return { operationId, path, method: method.toUpperCase(), url: `${filled}${query}`, headers, body }
}
