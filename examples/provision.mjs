/**
 * A provisioner as a module, for a deployment with the usual calls for messages, queues and scheduled messages.
 * CHAT is the root of its API; PEOPLE is a JSON object of email to API key.
 */
const people = JSON.parse(process.env.PEOPLE ?? '{}')
const queues = new Map()

class Unavailable extends Error {}

async function call(email, method, path, fields) {
  const key = people[email]
  if (key === undefined) throw new Unavailable(`there is no key for ${email}`)
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  const form = new URLSearchParams(
    known.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const reply = await fetch(process.env.CHAT + path + (method === 'GET' ? `?${form}` : ''), {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` },
    ...(method !== 'GET' && { body: form }),
  })
  const body = await reply.json()
  if (body.result !== 'success') throw new Error(`${method} ${path} answered ${body.code}`)
  return body
}

const makers = {
  async message({ as, channelId, topic, to, content = 'a message' }) {
    const where = channelId === undefined ? { type: 'direct', to } : { type: 'stream', to: channelId, topic }
    const { id } = await call(as, 'POST', '/messages', { ...where, content })
    return { id }
  },
  async edit({ as, messageId, content, topic, channelId }) {
    await call(as, 'PATCH', `/messages/${messageId}`, { content, topic, stream_id: channelId })
    return {}
  },
  async 'event-queue'({ as, eventTypes }) {
    const { queue_id, last_event_id } = await call(as, 'POST', '/register', { event_types: eventTypes })
    queues.set(queue_id, { as, last: last_event_id })
    return { queueId: queue_id }
  },
  async events({ queueId }) {
    const queue = queues.get(queueId)
    if (!queue) throw new Unavailable(`queue ${queueId} was not made here`)
    const { events } = await call(queue.as, 'GET', '/events', {
      queue_id: queueId,
      last_event_id: queue.last,
      dont_block: true,
    })
    queue.last = Math.max(queue.last, ...events.map(({ id }) => id))
    return { events }
  },
  async 'scheduled-message'({ as, type, to, topic, content = 'later', failed }) {
    if (failed) throw new Unavailable('a sending cannot be made to fail here')
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 86_400
    const fields = { type, to, topic, content, scheduled_delivery_timestamp }
    const { scheduled_message_id } = await call(as, 'POST', '/scheduled_messages', fields)
    return { id: scheduled_message_id }
  },
}

export async function provision(kind, withWhat) {
  const make = makers[kind]
  if (!make) return { unavailable: `this module makes no ${kind}` }
  try {
    return { value: await make(withWhat) }
  } catch (error) {
    if (error instanceof Unavailable) return { unavailable: error.message }
    throw error
  }
}
