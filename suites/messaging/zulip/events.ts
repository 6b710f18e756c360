/** Event queues, what is delivered to them, and what registering one shows. */
import { type FixtureValue, isObject } from '../../../harness/index.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

/** Without the first of these a registration that declares anything is refused. */
const REQUIRED = { notification_settings_null: true }
const USUAL = { stream_typing_notifications: true }

const eventQueue: Maker = async ({ as, eventTypes, capabilities }, { calls, queues }) => {
  const wanted = capabilities === undefined ? USUAL : capabilitiesIn(capabilities)
  const { queue_id, last_event_id } = await calls.as(as, 'POST', '/register', {
    event_types: eventTypes,
    fetch_event_types: [],
    client_capabilities: { ...REQUIRED, ...wanted },
  })
  queues.set(String(queue_id), { as: String(as), lastEventId: Number(last_event_id) })
  return { queueId: queue_id, declared: capabilities ?? Object.keys(wanted) }
}

/** Names, or names with values. */
function capabilitiesIn(wanted: unknown): FixtureValue {
  if (isObject(wanted)) return wanted
  return Object.fromEntries([wanted].flat().map(name => [String(name), true]))
}

const events: Maker = async ({ queueId }, { calls, queues }) => {
  const queue = queues.get(String(queueId))
  if (!queue) throw new NotOnZulip('the queue is none of those made here')
  const reply = await calls.as(queue.as, 'GET', '/events', {
    queue_id: queueId,
    last_event_id: queue.lastEventId,
    dont_block: true,
  })
  const delivered = listIn(reply, 'events')
  queue.lastEventId = Math.max(queue.lastEventId, ...delivered.map(({ id }) => Number(id)))
  return { events: delivered }
}

const register: Maker = ({ as }, zulip) => {
  const email = String(as)
  const known = zulip.settings.get(email) ?? deletedQueue(zulip, email, ['realm'])
  zulip.settings.set(email, known)
  known.catch(() => zulip.settings.delete(email))
  return known
}

/** What registering shows of these types; the queue that came with it is deleted at once. */
export async function deletedQueue({ calls }: Zulip, as: string, types: readonly string[]): Promise<FixtureValue> {
  const shown = await calls.as(as, 'POST', '/register', { event_types: [], fetch_event_types: types })
  const { queue_id } = shown
  if (typeof queue_id === 'string') await calls.as(as, 'DELETE', '/events', { queue_id })
  return shown
}

export const eventMakers = { 'event-queue': eventQueue, events, register }
