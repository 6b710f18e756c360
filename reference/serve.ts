/** A reference over a real socket, on this machine only. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createReference, type Reference, type ReferenceOptions } from './create-reference.ts'

export interface ServedReference {
  readonly origin: string
  readonly reference: Reference
  close(): Promise<void>
}

export async function serveReference(options: ReferenceOptions & { port?: number } = {}): Promise<ServedReference> {
  const reference = createReference(options)
  const server = createAdaptorServer({
    hostname: '127.0.0.1',
    fetch: (request, env) => reference.fetch(request, 'incoming' in env ? env.incoming.url : undefined),
  })
  // A client on a busy machine may send its next request late: do not close its connection before that.
  if ('keepAliveTimeout' in server) Object.assign(server, { keepAliveTimeout: 120_000, headersTimeout: 130_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    reference,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
