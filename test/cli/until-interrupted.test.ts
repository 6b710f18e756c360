/** Ctrl-C in the commands that create things without writing evidence. */
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { type FakeIo, fakeIo, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Given {
  readonly words: readonly string[]
  /** Part of the request after whose reply Ctrl-C is pressed. */
  readonly after: string
  readonly times?: number
  readonly keepsAll?: boolean
}

interface Interrupted {
  readonly io: FakeIo
  readonly status: number
  readonly file: string
  readonly created: readonly string[]
}

const holds = ({ reference }: ServedReference): string[] => reference.holdings().map(({ kind, id }) => `${kind} ${id}`)

/** Runs the command against the reference behind a server that presses Ctrl-C. */
async function interrupted({ words, after, times = 1, keepsAll = false }: Given): Promise<Interrupted> {
  const served = await serveReference()
  const io = fakeIo()
  let isPressed = false
  const front = createServer(async (request, response) => {
    const body = await text(request)
    const path = request.url ?? ''
    const isKept = keepsAll && body.includes('"fixture":"discard"')
    const headers = new Headers()
    for (const name of ['authorization', 'content-type', 'user-agent'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]))
    const method = request.method ?? 'GET'
    const reply = isKept
      ? Response.json({ unavailable: 'it is kept' })
      : await fetch(served.origin + path, { method, headers, ...(body !== '' && { body }) })
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
    response.end(await reply.text())
    if (isPressed || !`${method} ${path} ${body}`.includes(after)) return
    isPressed = true
    for (let n = 0; n < times; n++) io.interrupt()
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  open.push(served, front)
  const file = join(folder, 'target.json')
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const { messaging } = served.reference.targetFile(origin) as { messaging: object }
  writeFileSync(file, JSON.stringify({ name: 'reference', allow: ['write'], requestsPerSecond: 0, messaging }))
  const before = holds(served)
  const status = await assay([...words, '--target', file, '--allow', 'write'], io)
  front.closeAllConnections()
  return { io, status, file, created: holds(served).filter(one => !before.includes(one)) }
}

describe.each(['doctor', 'levels'])('%s', command => {
  const after = '"fixture":"channel"'

  test('removes what it created, and reports nothing else', async () => {
    const { io, status, created } = await interrupted({ words: [command], after })
    expect({ status, created, ...io.written }).toEqual({
      status: 130,
      created: [],
      out: '',
      err: 'assay: interrupted; finishing what is in flight and removing what was created. Ctrl-C again stops at once.\n',
    })
  })

  test('prints what it cannot remove, and the command for it', async () => {
    const { io, status, file, created } = await interrupted({ words: [command], after, keepsAll: true })
    expect(status).toBe(130)
    expect(created).not.toEqual([])
    expect(io.written.err).toMatch(/Left behind:\n {2}channel .*: .*it is kept/)
    expect(io.written.err).toMatch(
      new RegExp(`Remove what it left behind: npx --no-install assay clean --target ${file} --run [0-9a-z]{5}\\n$`),
    )
  })

  test('stops at once when Ctrl-C is pressed again, and prints the command that removes the rest', async () => {
    const { io, file } = await interrupted({ words: [command], after, times: 2 })
    expect(io.exits).toEqual([130])
    expect(io.written.err).toContain(
      `assay: stopped.\nRemove what it left behind: npx --no-install assay clean --target ${file} --run `,
    )
  })
})
