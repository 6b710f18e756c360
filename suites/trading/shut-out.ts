/**
 * A venue may lock an address out for a while after several wrong signatures; what is public is refused then as well. A refusal
 * shows nothing while all that was served before is refused alike, nor the first time where that may just have ended. Nothing is
 * sent to find out before a request was refused.
 */
import type { TargetFile } from '../../generated/formats.ts'
import { isObject, parseJson } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'

interface Came {
  readonly status: number
  readonly body: string
}

export interface ShutOut {
  /** Something signed was sent. */
  signed(): void
  /** For one request, however often it is sent: keeps in mind what was served; else, whether a refusal shows nothing. */
  watching(operation: string): (came: Came) => false | Promise<boolean>
}

/** What is asked to find out: cheap, and served by every venue. */
const CANARIES = ['ping', 'getTime'] as const
export type Canary = (typeof CANARIES)[number]

/** How a venue tells somebody that it has locked them out. */
const OF_LOCK_OUTS: readonly number[] = [401, 403, 418, 423]

interface Watch {
  hasSigned: boolean
  readonly served: Set<string>
  /** The status that all canaries are refused with at the moment; null where one is served. */
  asking: Promise<number | null> | null
  /** The statuses that everything was refused with, once in the run. */
  readonly lockOuts: Set<number>
  /** How often one was refused as if it were locked out and nothing else was, without any lock-out having been seen. */
  unseen: number
}

/** So often a lock-out may have ended before anybody saw it. */
const MOST_UNSEEN = 2

/** A request that is refused just before a lock-out ends is sent again, and so often. */
const MOST_SPARED = 2

const watches = new WeakMap<object, Watch>()

export function shutOut(entry: NonNullable<TargetFile['trading']>, ask: (canary: Canary) => Promise<Came>): ShutOut {
  const watch = watches.get(entry) ?? {
    hasSigned: false,
    served: new Set<string>(),
    asking: null,
    lockOuts: new Set<number>(),
    unseen: 0,
  }
  watches.set(entry, watch)
  const lookAround = async (): Promise<number | null> => {
    const statuses = new Set<number>()
    for (const canary of CANARIES) {
      const came = await ask(canary)
      if (isServed(canary, came)) {
        if (watch.lockOuts.size === 0) watch.unseen++
        return null
      }
      statuses.add(came.status)
    }
    const [status] = statuses
    if (statuses.size > 1 || status === undefined) return null
    watch.lockOuts.add(status)
    return status
  }
  return {
    signed() {
      watch.hasSigned = true
    },
    watching(operation) {
      let spared = 0
      return came => {
        if (isServed(operation, came)) {
          watch.served.add(operation)
          return false
        }
        if (!watch.hasSigned || !CANARIES.every(canary => watch.served.has(canary))) return false
        watch.asking ??= lookAround().finally(() => {
          watch.asking = null
        })
        const showsNothing = watch.asking.then(ofAll => {
          if (ofAll !== null) return ofAll === came.status
          const mayBeOne = OF_LOCK_OUTS.includes(came.status) && watch.unseen <= MOST_UNSEEN
          const mayHaveEnded = mayBeOne || watch.lockOuts.has(came.status)
          return mayHaveEnded && spared++ < MOST_SPARED
        })
        // Whoever has sent the request may have been interrupted meanwhile.
        showsNothing.catch(() => {})
        return showsNothing
      }
    },
  }
}

function isServed(operation: string, { status, body }: Came): boolean {
  const json = parseJson(body)
  if (operation === 'getSwagger') return isObject(json) ? 'openapi' in json || 'paths' in json : status < 300
  if (!isObject(json) || !meansSuccess({ json, expects: 'success', operation })) return false
  return json['status'] === undefined || String(json['status']).toLowerCase() === 'true'
}
