/** The library, in memory: `node server.mjs [--fault NAME]`, on PORT or 9200. Faults: author-ignored, title-optional. */
import { createServer } from 'node:http'

const fault = process.argv[process.argv.indexOf('--fault') + 1]
const books = [{ id: 1, title: 'Emma', author: 'Jane Austen' }]

function answer({ method, url, headers, body }) {
  const { pathname, searchParams } = new URL(url, 'http://library.invalid')
  if (headers.authorization !== 'Bearer reader') return [401, { code: 'KEY' }]
  if (pathname === '/books' && method === 'GET') {
    const author = fault === 'author-ignored' ? null : searchParams.get('author')
    return [200, { books: books.filter(book => author === null || book.author === author) }]
  }
  if (pathname === '/books' && method === 'POST') {
    const { title = fault === 'title-optional' ? '' : undefined, author } = JSON.parse(body)
    if (typeof title !== 'string' || typeof author !== 'string') return [400, { code: 'INVALID' }]
    const book = { id: books.length + 1, title, author }
    books.push(book)
    return [201, book]
  }
  const found = books.find(({ id }) => pathname === `/books/${id}`)
  return found ? [200, found] : [404, { code: 'NOT_FOUND' }]
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const [status, reply] = answer({ method: request.method, url: request.url, headers: request.headers, body })
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
})
server.listen(Number(process.env.PORT ?? 9200), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
