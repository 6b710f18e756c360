/** Who is around. */
import { type Call, type Facts, type Reply, succeed } from './call.ts'
import { roleName } from './roles.ts'
import type { Route } from './route.ts'

export const presenceRoutes: readonly Route[] = [
  { operation: 'getPresence', method: 'GET', path: '/realm/presence', parameters: [], handle: getPresence },
]

const activeForMs = 140_000

function getPresence(call: Call): Reply {
  const presences: Record<string, unknown> = {}
  for (const user of call.org.users.values()) {
    if (user.seenAt === undefined || !user.active) continue
    if (roleName(call.caller) === 'guest' && user !== call.caller && call.uses('messaging.presence.accessible-only'))
      continue
    const key = call.keeps('presence.keyed-by-email') ? user.email : String(user.id)
    const facts = { own: user === call.caller, listed: Object.keys(presences).length }
    const stale = call.keeps('presence.up-to-date', facts) ? 0 : 7_200_000
    presences[key] = entries(call, user.seenAt - stale, facts)
  }
  const seconds = call.nowMs / 1000
  return succeed({
    presences,
    server_timestamp: call.uses('messaging.presence.whole-seconds') ? Math.floor(seconds) : seconds,
  })
}

function entries(call: Call, seenAt: number, facts: Facts): Record<string, unknown> {
  const status = call.nowMs - seenAt < activeForMs ? 'active' : 'idle'
  const shown = call.keeps('presence.status-values') ? status : 'online'
  const timestamp = call.keeps('presence.in-seconds') ? Math.floor(seenAt / 1000) : seenAt
  const website = { client: 'website', status: shown, timestamp, pushable: !call.keeps('presence.pushable-false') }
  const aggregated = {
    client: 'website',
    status: call.keeps('presence.same-status', facts) ? shown : shown === 'active' ? 'idle' : 'active',
    timestamp: call.keeps('presence.same-timestamp', facts) ? timestamp : timestamp - 1,
    ...(!call.keeps('presence.aggregated-without-pushable', facts) && { pushable: false }),
  }
  const more = call.uses('messaging.presence.more-clients')
    ? { ZulipMobile: { ...website, client: 'ZulipMobile', pushable: true } }
    : {}
  return { ...more, website, aggregated }
}
