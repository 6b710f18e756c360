/** The messaging API: organizations under /chat, the seeded one at /chat/api/v1, throwaway ones at /chat/<name>/api/v1. */
import type { Api, ApiOptions, LogEntry } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { logged } from '../request-log.ts'
import { makeTraffic } from '../traffic.ts'
import { type Answered, type Asked, fromWeb, plainText } from '../wire.ts'
import type { Reply } from './call.ts'
import { type Arrivals, deploymentOf } from './deployment.ts'
import { dispatch } from './dispatch.ts'
import { enlarge } from './enlarge.ts'
import { holdingsOf } from './holdings.ts'
import { makeLedger } from './ledger.ts'
import type { Organization } from './organization.ts'
import { createProvisioner } from './provision.ts'
import { basicCredentials } from './read-request.ts'
import { seed } from './seed.ts'
import { targetSection } from './target.ts'
import { createTus, type TusAnswer } from './tus.ts'

export { messagingFaults } from './faults/index.ts'
export { messagingVariants } from './variants.ts'

const address = /^(https?:\/\/[^/?#]*)(\/chat(?:\/([^/?#]+))?\/api\/v1)(\/[^?#]*)(?:\?([^#]*))?/

export function createMessaging(behaviour: Behaviour, { organizationSize }: ApiOptions = {}): Api {
  const { org, actors } = seed(behaviour)
  if (organizationSize !== undefined)
    enlarge(org, organizationSize, Math.floor(behaviour.clock.now() / 1000), actors.owner)
  const organizations = new Map<string, Organization>([['', org]])
  const log: LogEntry[] = []
  const traffic = makeTraffic<Asked, Reply>(behaviour.clock)
  const ledger = makeLedger(behaviour.looksBack)
  const provisioner = createProvisioner(behaviour, org, organizations)
  let tus: Promise<TusAnswer> | undefined
  const arrivals: Arrivals = { count: 0, lately: [] }
  const { moment, turnedAway, delay, sharesAddress } = deploymentOf(behaviour)
  const organizationOf = (request: Asked): Organization => {
    const email = basicCredentials(request)?.email
    return (email !== undefined && [...organizations.values()].find(one => one.userByEmail(email))) || org
  }

  return {
    async answer(request) {
      const [, origin = '', root = '', slug = '', path = '', query = ''] = address.exec(request.url) ?? []
      const visited = sharesAddress(moment) ? organizationOf(request) : organizations.get(slug)
      if (!visited || path === '') return plainText(404, 'no chat here')
      if (/^\/tus(\/|$)/.test(path)) {
        tus ??= createTus(`${root}/tus`)
        return answerTus(behaviour, await tus, request)
      }
      provisioner.origin = origin
      arrivals.count += 1
      const away = turnedAway(moment, arrivals, behaviour.clock.now())
      if (away) return away
      if (delay(moment) > 0) await behaviour.clock.sleep(delay(moment))
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
      const changed = visited.changes !== before
      logged(log, { at: behaviour.clock.now(), method: request.method, path, changed })
      return answered
    },
    provision: provisioner.provision,
    target: origin => {
      provisioner.origin = origin
      return targetSection(behaviour, origin, actors)
    },
    log,
    holdings: kind => [...organizations.values()].flatMap(org => holdingsOf(org, kind)),
  }
}

async function answerTus(behaviour: Behaviour, tus: TusAnswer, request: Asked): Promise<Answered> {
  const { moment, beforeTus } = deploymentOf(behaviour)
  return beforeTus(moment, request) ?? fromWeb(await tus(request.web()))
}
