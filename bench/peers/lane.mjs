/** A served reference with one fault or variant, the requests that it received, and the examples that peers get for it. */
import { createAdaptorServer } from '@hono/node-server'
import { createReference } from '../../dist/reference/index.js'
import { messagingExamples, STAND_INS, tradingExamples } from './examples.mjs'

export const basic = ({ email, apiKey }) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`

/** The reference with its fixtures made, before the first request of a tool. */
export async function deployed({ kind, id, api }, clock) {
  const reference = createReference({
    ...(clock && { clock }),
    ...(kind === 'fault' && { faults: [id] }),
    ...(kind === 'variant' && { variants: [id] }),
  })
  const origin = `http://127.0.0.1:${STAND_INS.port}`
  const target = reference.targetFile(origin)[api]
  const json = async (method, path, body, headers = {}) => {
    const response = await reference.fetch(new Request(`${origin}${path}`, { method, body, headers }))
    return response.json().catch(() => ({}))
  }
  const ask = async (fixture, withWhat) => {
    const { value } = await json('POST', '/provision', JSON.stringify({ fixture, with: withWhat }))
    return value ?? {}
  }
  const groups = async () => {
    const path = new URL(`${target.baseUrl}/user_groups`).pathname
    const reply = await json('GET', path, undefined, { authorization: basic(target.actors.owner) })
    return Array.isArray(reply?.user_groups) ? reply.user_groups.filter(group => typeof group?.id === 'number') : []
  }
  const examples = api === 'trading' ? tradingExamples(target) : await messagingExamples(target, ask, groups)
  return { reference, target, examples }
}

export async function open(subject, port) {
  const { lanes, close } = await openMany([subject], port)
  return { ...lanes[0], close }
}

/** Serves several references at one port; if there is more than one, the first segment of the path selects the reference. */
export async function openMany(subjects, port, clock) {
  const origin = `http://127.0.0.1:${port}`
  const lanes = []
  for (const [index, subject] of subjects.entries()) {
    const { reference, examples } = await deployed(subject, clock)
    const file = reference.targetFile(origin)
    const prefix = subjects.length > 1 ? `/s${index}` : ''
    lanes.push({ port, origin, prefix, examples, requests: [], reference, file, target: file[subject.api], clock })
  }
  const server = createAdaptorServer({
    hostname: '127.0.0.1',
    async fetch(request, env) {
      const sent = env.incoming.url
      const lane = lanes.length === 1 ? lanes[0] : lanes[Number(/^\/s(\d+)\//.exec(sent)?.[1])]
      if (!lane) return new Response('no such reference', { status: 404 })
      const url = sent.slice(lane.prefix.length)
      const body = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.clone().arrayBuffer()
      if (!url.startsWith('/provision'))
        lane.requests.push({ at: Date.now(), method: request.method, url, headers: [...request.headers], body })
      if (lane.prefix === '') return lane.reference.fetch(request, url)
      const { method, headers } = request
      return lane.reference.fetch(new Request(`${origin}${url}`, { method, headers, body }), url)
    },
  })
  Object.assign(server, { keepAliveTimeout: 120_000, headersTimeout: 130_000 })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise(resolve => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { lanes, close }
}
