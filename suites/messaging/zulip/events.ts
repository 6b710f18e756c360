/** Event queues, the events delivered to them, and the settings that registering one returns. */
import { type FixtureValue, isObject } from '../../../harness/index.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

/** A registration that declares any capability must declare this one too. */
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

/** Capabilities, given as names or as an object of names and values. */
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

/** The state that registering returns for these event types; its queue is deleted at once. */
export async function deletedQueue({ calls }: Zulip, as: string, types: readonly string[]): Promise<FixtureValue> {
  const shown = await calls.as(as, 'POST', '/register', { event_types: [], fetch_event_types: types })
  const { queue_id } = shown
  if (typeof queue_id === 'string') await calls.as(as, 'DELETE', '/events', { queue_id })
  return shown
}

export const eventMakers = { 'event-queue': eventQueue, events, register }
