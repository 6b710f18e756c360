/** The same provisioner as an HTTP server: POST /provision on 127.0.0.1, port 9200 unless PORT says otherwise. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { provision } from './provision.mjs'

const server = createServer(async (request, response) => {
  const answer = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  try {
    const { fixture, with: withWhat } = await json(request)
    answer(200, await provision(fixture, withWhat ?? {}))
  } catch (error) {
    answer(500, { error: error.message })
  }
})
server.listen(Number(process.env.PORT ?? 9200), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/provision`)
})
