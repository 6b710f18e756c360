/** A run with a provisioner that misbehaves in all of its answers, or in one of seven, over a socket; the target is correct. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { inProcessTransport, validTarget } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import type { ProvisionerBehaviour } from './provisioners.ts'
import { judged, quickClock, type TrialResult } from './try-out.ts'

const ORIGIN = 'http://reference.invalid'

/** Requirements that cannot be judged without fixtures. */
const NEEDS_FIXTURES = ['messaging.reactions.*', 'messaging.last-owner.*', 'messaging.account.*']

export async function tryOutProvisioner({ does }: ProvisionerBehaviour, every: number): Promise<TrialResult> {
  const clock = quickClock()
  const reference = createReference({ clock })
  const inside = inProcessTransport(reference.answer)
  const target = validTarget(reference.targetFile(ORIGIN))
  const own = target.messaging?.provisioner ?? ''
  let count = 0
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const asked = await text(request)
    const headers = { 'content-type': 'application/json' }
    const { body } = await inside.send({ method: 'POST', url: own, headers, body: asked })
    const { fixture } = JSON.parse(asked) as { fixture: string }
    if (++count % every === 0) does(response, { fixture, good: body })
    else response.writeHead(200, headers).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const provisioner = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/provision`
  const { messaging } = target
  if (!messaging) throw new Error('the reference has no messaging API')
  try {
    return await judged({
      ...{ reference, clock, origin: ORIGIN, only: NEEDS_FIXTURES },
      options: {
        target: {
          name: 'zoo',
          requestsPerSecond: 0,
          folder: '.',
          file: null,
          messaging: { ...messaging, provisioner },
        },
        allow: ['write'],
      },
      through: sockets => ({
        ...sockets,
        send: (request, bounds) => (request.url.startsWith(ORIGIN) ? inside : sockets).send(request, bounds),
      }),
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
