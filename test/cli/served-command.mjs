/**
 * The built `assay` for scripts that call it many times: one process reads the arguments of each call from a socket (a NUL ends
 * each argument, an empty argument ends the call) and answers with the exit status.
 */
import { createServer } from 'node:net'
import { assay } from '../../dist/cli/assay.js'
import { processIo } from '../../dist/cli/process/io.js'

const io = { ...processIo(), out: () => {}, live: false }

const server = createServer(socket => {
  let text = ''
  socket.setEncoding('utf8').on('data', async chunk => {
    text += chunk
    if (text.endsWith('\0\0')) socket.end(`${await assay(text.slice(0, -2).split('\0'), io)}\n`)
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
