/** Channels: created by the endpoint of the server's level, and read back by name. */
import type { FixtureValue } from '../../../harness/index.ts'
import { deletedQueue } from './events.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

/** The level that introduced the endpoint for creating channels. */
const CREATE = 417

const channel: Maker = async (withWhat, zulip) => {
  const { calls, runId, next, level } = zulip
  const name = String(withWhat['name'] ?? `assay ${runId} channel ${next()}`)
  const invite_only = withWhat['private'] === true
  const subscribers = (withWhat['subscribers'] ?? []) as number[]
  const settings = (withWhat['settings'] ?? {}) as FixtureValue
  if (level >= CREATE) {
    const { id } = await calls.as(calls.admin(), 'POST', '/channels/create', {
      name,
      subscribers,
      invite_only,
      ...settings,
    })
    return { id, name }
  }
  await calls.as(calls.admin(), 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: subscribers,
    invite_only,
    ...settings,
  })
  return { id: (await channelNamed(zulip, name))['stream_id'], name }
}

export const channels = async ({ calls }: Zulip): Promise<readonly FixtureValue[]> =>
  listIn(await calls.as(calls.admin(), 'GET', '/streams', { include_all: true }), 'streams')

async function channelNamed(zulip: Zulip, name: string): Promise<FixtureValue> {
  const all = await channels(zulip)
  const found = all.find(one => one['name'] === name) ?? all.find(one => one['name'] === name.trim())
  if (!found) throw new NotOnZulip(`no channel is named ${name}`)
  return found
}

const readBack: Maker = async ({ name }, zulip) => {
  const { calls } = zulip
  const { stream_id: id, invite_only } = await channelNamed(zulip, String(name))
  const { subscribers } = await calls.as(calls.admin(), 'GET', `/streams/${id}/members`)
  return { id, private: invite_only, subscribers }
}

/** The ids of default channels: newer servers list ids, older ones whole channels. */
const defaultChannels: Maker = async (_withWhat, zulip) => {
  const settings = await deletedQueue(zulip, zulip.calls.admin(), ['default_streams'])
  const listed = listIn(settings, 'realm_default_streams') as readonly unknown[]
  return { ids: listed.map(one => (typeof one === 'number' ? one : (one as FixtureValue)['stream_id'])) }
}

export const channelMakers = { channel, 'channel-named': readBack, 'default-channels': defaultChannels }
