/** Puts the example of each operation into Dredd's request: body, credentials, signature. */
const { readFileSync } = require('node:fs')
const hooks = require('hooks')

const requests = JSON.parse(readFileSync(process.env.BENCH_REQUESTS, 'utf8'))
const pathOf = url => decodeURIComponent(url.split('?')[0])

hooks.beforeAll((transactions, done) => {
  for (const transaction of transactions) {
    const path = pathOf(transaction.request.uri)
    const example = requests.find(one => one.method === transaction.request.method && pathOf(one.url) === path)
    if (!example) continue
    const [, query] = example.url.split('?')
    transaction.fullPath = transaction.fullPath.split('?')[0] + (query ? `?${query}` : '')
    transaction.request.headers = { ...transaction.request.headers, ...headersOf(example) }
    if (example.body !== undefined) transaction.request.body = example.body
  }
  done()
})

/** Removes parameters of the content type: the contract does not specify them. */
hooks.beforeEachValidation((transaction, done) => {
  const headers = transaction.real?.headers ?? {}
  if (headers['content-type']) headers['content-type'] = headers['content-type'].split(';')[0]
  done()
})

function headersOf({ headers }) {
  const written = { 'content-type': 'Content-Type', authorization: 'Authorization', accept: 'Accept' }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [written[name] ?? name, value]))
}
