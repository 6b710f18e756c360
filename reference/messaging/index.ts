/** The chat: organizations under /chat, the seeded one at /chat/api/v1, throwaway ones at /chat/<name>/api/v1. */
import type { Api, ApiOptions, LogEntry } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { makeTraffic } from '../traffic.ts'
import { type Answered, type Asked, fromWeb, json, plainText } from '../wire.ts'
import type { Reply } from './call.ts'
import { dispatch } from './dispatch.ts'
import { holdingsOf } from './holdings.ts'
import { makeLedger } from './ledger.ts'
import type { Organization } from './organization.ts'
import { createProvisioner } from './provision.ts'
import { seed } from './seed.ts'
import { targetSection } from './target.ts'
import { createTus, type TusAnswer } from './tus.ts'

export { messagingFaults } from './faults/index.ts'
export { messagingVariants } from './variants.ts'

const address = /^(https?:\/\/[^/?#]*)(\/chat(?:\/([^/?#]+))?\/api\/v1)(\/[^?#]*)(?:\?([^#]*))?/

export function createMessaging(behaviour: Behaviour, _options: ApiOptions = {}): Api {
  const { org, actors } = seed(behaviour)
  const organizations = new Map<string, Organization>([['', org]])
  const log: LogEntry[] = []
  const traffic = makeTraffic<Asked, Reply>(behaviour.clock)
  const ledger = makeLedger(behaviour.looksBack)
  const provisioner = createProvisioner(behaviour, org, organizations)
  let tus: Promise<TusAnswer> | undefined
  let requests = 0
  let lately: number[] = []

  return {
    async answer(request) {
      const [, origin = '', root = '', slug = '', path = '', query = ''] = address.exec(request.url) ?? []
      const visited = organizations.get(slug)
      if (!visited || path === '') return plainText(404, 'no chat here')
      if (/^\/tus(\/|$)/.test(path)) {
        tus ??= createTus(`${root}/tus`)
        return answerTus(behaviour, await tus, request)
      }
      provisioner.origin = origin
      requests += 1
      if (requests % 40 === 0 && behaviour.uses('messaging.limits.rate-limited')) return slowDown()
      if (behaviour.uses('messaging.limits.three-per-second')) {
        const now = behaviour.clock.now()
        lately = lately.filter(at => at > now - 1000)
        if (lately.length >= 3) return plainText(429, 'too fast')
        lately.push(now)
      }
      if (requests % 50 === 0 && behaviour.uses('messaging.limits.wait-until')) return waitUntil(behaviour.clock.now())
      if (behaviour.uses('messaging.wire.slow')) await behaviour.clock.sleep(2500)
      const before = visited.changes
      const answered = await dispatch(behaviour, {
        request,
        org: visited,
        path,
        query,
        origin,
        traffic,
        ledger,
      })
      log.push({ at: behaviour.clock.now(), method: request.method, path, changed: visited.changes !== before })
      return answered
    },
    provision: provisioner.provision,
    target: origin => {
      provisioner.origin = origin
      return targetSection(behaviour, origin, actors)
    },
    log,
    holdings: () => [...organizations.values()].flatMap(holdingsOf),
  }
}

function slowDown(): Answered {
  const body = { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT', 'retry-after': 1 }
  return json(429, body, { 'retry-after': '1' })
}

function waitUntil(now: number): Answered {
  const headers = { 'retry-after': new Date(now + 3000).toUTCString(), 'content-type': 'text/html' }
  return { status: 503, headers, body: '<h1>Back soon</h1>' }
}

async function answerTus(behaviour: Behaviour, tus: TusAnswer, request: Asked): Promise<Answered> {
  if (!behaviour.keeps('uploads.tus-answers')) return { status: 404, headers: {}, body: '' }
  if (behaviour.uses('messaging.uploads.tus-by-post-only') && request.method !== 'POST')
    return plainText(404, 'no such page')
  if (behaviour.uses('messaging.uploads.tus-elsewhere')) return plainText(405, 'use another host')
  const open = !behaviour.uses('messaging.uploads.tus-with-key') || request.header('authorization') !== undefined
  return open ? fromWeb(await tus(request.web())) : plainText(401, 'unauthorized')
}
