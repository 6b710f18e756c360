/** Presence of users. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'

interface Seen {
  readonly id: number
  readonly email: string
  readonly seenAt: number
}

const activeForMs = 140_000

export const getPresence = operation({
  id: 'getPresence',
  method: 'GET',
  path: '/realm/presence',
  parameters: [],
  given: ({ org }: Call) => ({
    people: [...org.users.values()].flatMap(({ id, email, seenAt, active }): Seen[] =>
      seenAt === undefined || !active ? [] : [{ id, email, seenAt }],
    ),
  }),
  steps: {
    /** The presence entries of one user. */
    entries({ nowMs }, { seenAt }: Seen, _at: number) {
      const status = nowMs - seenAt < activeForMs ? 'active' : 'idle'
      const aggregated = { client: 'website', status, timestamp: Math.floor(seenAt / 1000) }
      return { website: { ...aggregated, pushable: false }, aggregated }
    },
  },
  effect: (it, { entries }) => Object.fromEntries(it.people.map((user, at) => [user.email, entries(it, user, at)])),
  reply: ({ nowMs }, presences) => ({ presences, server_timestamp: nowMs / 1000 }),
})
