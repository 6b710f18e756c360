/** The messaging API of the reference with its actors, for tests. */
import type { Fault } from '../../reference/behaviour.ts'
import { makeBehaviour } from '../../reference/make-behaviour.ts'
import { createMessaging, messagingVariants } from '../../reference/messaging/index.ts'
import { webFetch } from '../../reference/wire.ts'

type Body = Record<string, unknown>

export interface Actor {
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly password: string
  readonly baseUrl?: string
}

export interface Chat {
  call(actor: string | Actor | null, method: string, path: string, parameters?: Body): Promise<Body>
  send(actor: string | Actor | null, method: string, path: string, init?: RequestInit): Promise<Response>
  fixture(kind: string, withWhat?: Body): Promise<Body>
  readonly actors: Record<string, Actor>
  readonly log: readonly { readonly changed: boolean }[]
  clock: number
}

const origin = 'http://reference.test'

export function chat(options: { level?: number; faults?: readonly Fault[]; variants?: readonly string[] } = {}): Chat {
  const time = { now: 1_800_000_000_000 }
  const clock = { now: () => time.now, sleep: async () => {} }
  const variants = messagingVariants.filter(({ id }) => options.variants?.includes(id))
  const api = createMessaging(makeBehaviour({ ...options, variants, clock }), {})
  const fetch = webFetch(api.answer)
  const actors = api.target(origin)['actors'] as Record<string, Actor>
  const named = (actor: string | Actor | null) => (typeof actor === 'string' ? actors[actor] : (actor ?? undefined))

  const send: Chat['send'] = (actor, method, path, init = {}) => {
    const who = named(actor)
    const headers = new Headers(init.headers)
    if (who) headers.set('authorization', `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString('base64')}`)
    return fetch(new Request(`${who?.baseUrl ?? `${origin}/chat/api/v1`}${path}`, { ...init, method, headers }))
  }

  return {
    actors,
    log: api.log,
    send,
    async call(actor, method, path, parameters = {}) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(parameters)) form.set(name, onWire(value))
      const inQuery = method === 'GET' && form.size > 0
      const response = inQuery
        ? await send(actor, method, `${path}?${form}`)
        : await send(actor, method, path, method === 'GET' ? {} : { body: form })
      return (await response.json()) as Body
    },
    async fixture(kind, withWhat = {}) {
      const made = await api.provision(kind, withWhat)
      if ('unavailable' in made) throw new Error(made.unavailable)
      return made.value
    },
    get clock() {
      return time.now
    },
    set clock(now) {
      time.now = now
    },
  }
}

const onWire = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
