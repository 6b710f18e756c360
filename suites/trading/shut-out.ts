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
  asking: Promise<Sight> | null
  /** The statuses that everything was refused with, once in the run. */
  readonly lockOuts: Set<number>
}

/** How the canaries are refused at the moment. */
interface Sight {
  /** The status that all of them are refused with; null where one is served. */
  readonly ofAll: number | null
  /** The status that one was refused with before another was served. */
  readonly before: number | null
}

/** A request that is refused just before a lock-out ends is sent again, and so often. */
const MOST_SPARED = 2

const watches = new WeakMap<object, Watch>()

export function shutOut(entry: NonNullable<TargetFile['trading']>, ask: (canary: Canary) => Promise<Came>): ShutOut {
  const watch = watches.get(entry) ?? {
    hasSigned: false,
    served: new Set<string>(),
    asking: null,
    lockOuts: new Set<number>(),
  }
  watches.set(entry, watch)
  const lookAround = async (): Promise<Sight> => {
    const statuses = new Set<number>()
    for (const canary of CANARIES) {
      const came = await ask(canary)
      if (isServed(canary, came)) return { ofAll: null, before: [...statuses][0] ?? null }
      statuses.add(came.status)
    }
    const [status] = statuses
    if (statuses.size > 1 || status === undefined) return { ofAll: null, before: null }
    watch.lockOuts.add(status)
    return { ofAll: status, before: null }
  }
  return {
    signed() {
      watch.hasSigned = true
    },
    watching(operation) {
      let isFirst = true
      let spared = 0
      return came => {
        if (isServed(operation, came)) {
          watch.served.add(operation)
          return false
        }
        if (!watch.hasSigned || !CANARIES.every(canary => watch.served.has(canary))) return false
        const isOfLockOuts = OF_LOCK_OUTS.includes(came.status)
        const mayHaveEnded = isFirst && isOfLockOuts
        isFirst = false
        watch.asking ??= lookAround().finally(() => {
          watch.asking = null
        })
        return watch.asking.then(({ ofAll, before }) => {
          if (ofAll !== null || mayHaveEnded) return ofAll === null || ofAll === came.status
          const isOver = watch.lockOuts.has(came.status) || (isOfLockOuts && before === came.status)
          return isOver && spared++ < MOST_SPARED
        })
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
