/** People and fixtures for a replayed request: nothing is sent to a target or a provisioner. */
import type { Api } from '../api.ts'
import { actor } from '../people/make-actor.ts'
import type { Cast, Person } from '../people/people.ts'
import type { FixtureValue } from '../provision/fixture-kind.ts'
import type { Provisioner } from '../provision/provisioner.ts'
import type { StandIns } from './stand-ins.ts'

export function standInCast(api: Api | undefined, baseUrl: string, runId: string, stand: StandIns): Cast {
  const known = new Map<string, Person>()
  const made = (name: string): Person => ({
    name,
    role: name,
    email: `${stand.text()}@assay.invalid`,
    apiKey: stand.text(),
    userId: stand.number(),
    password: stand.text(),
    username: null,
    baseUrl: null,
  })
  const parts = { api: api ?? { name: '', operations: {} }, baseUrl, traces: { runId, record: () => {} } }
  return {
    offers: () => true,
    async person(word) {
      const person = known.get(word) ?? made(word)
      known.set(word, person)
      return person
    },
    byEmail: () => undefined,
    isShutOut: async () => false,
    keyMayHaveEnded: () => {},
    reads: (_kind, _withWhat, provide) => provide(),
    fresh: async kind => made(kind),
    act: ({ name, email, apiKey, userId, password, username }, client, check) =>
      actor({ ...parts, name, credentials: { email, apiKey }, userId, password, username, client, check }),
    nobody: (client, check) =>
      actor({
        ...parts,
        name: 'nobody',
        credentials: null,
        userId: null,
        password: null,
        username: null,
        client,
        check,
      }),
  }
}

/** `limits` are those that the requests depend on. A fixture that is requested with a name gets that name. */
export function standInFixtures(api: Api | undefined, limits: FixtureValue, stand: StandIns): Provisioner {
  const own = api?.standInFixtures?.(limits, stand)
  return {
    offers: () => true,
    forbids: () => false,
    lends: false,
    isLent: () => false,
    async provide(kind, wish) {
      const value = own?.(kind, wish)
      if (value) return value
      const [id, text] = [stand.number(), stand.text()]
      return { id, name: wish['name'] ?? text, queueId: text, token: text, pushAccountId: id, ids: [id], declared: [] }
    },
  }
}
