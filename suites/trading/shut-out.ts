/**
 * A venue may lock out an address for a while after several wrong signatures, and refuse public requests too. A refusal proves
 * nothing while everything that was served before is refused with the same status. The first such refusals prove nothing either
 * if a lock-out may just have ended. Nothing is sent to find out before a request was refused.
 */
import type { TargetFile } from '../../generated/formats.ts'
import { isObject, parseJson } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'

interface PlainReply {
  readonly status: number
  readonly body: string
}

export interface ShutOut {
  /** Call this when a signed request is sent. */
  signed(): void
  /** For one request and its repetitions: remembers that it was served, or returns whether its refusal proves nothing. */
  watching(operation: string): (came: PlainReply) => false | Promise<boolean>
}

/** The endpoints that are requested to detect a lock-out: cheap, and served by every venue. */
const CANARIES = ['ping', 'getTime'] as const
export type Canary = (typeof CANARIES)[number]

/** HTTP statuses that venues use during a lock-out. */
const LOCK_OUT_STATUSES: readonly number[] = [401, 403, 418, 423]

interface Watch {
  hasSigned: boolean
  readonly served: Set<string>
  /**
   * A detection that is under way: the status that all canaries are refused with; null if one is served, or their statuses
   * differ.
   */
  detection: Promise<number | null> | null
  /** The statuses of all lock-outs that were detected in this run. */
  readonly lockOuts: Set<number>
  /** How often a canary was served although a request was refused, before any lock-out was detected. */
  undetected: number
}

/** This many times a lock-out is assumed to have ended before it could be detected. */
const MOST_UNDETECTED = 2

/** A request that is refused just before a lock-out ends is sent again, at most this many times. */
const MOST_REPEATS = 2

const watches = new WeakMap<object, Watch>()

export function shutOut(
  entry: NonNullable<TargetFile['trading']>,
  ask: (canary: Canary) => Promise<PlainReply>,
): ShutOut {
  const watch = watches.get(entry) ?? {
    hasSigned: false,
    served: new Set<string>(),
    detection: null,
    lockOuts: new Set<number>(),
    undetected: 0,
  }
  watches.set(entry, watch)
  const detectLockOut = async (): Promise<number | null> => {
    const statuses = new Set<number>()
    for (const canary of CANARIES) {
      const came = await ask(canary)
      if (isServed(canary, came)) {
        if (watch.lockOuts.size === 0) watch.undetected++
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
      let repeats = 0
      return came => {
        if (isServed(operation, came)) {
          watch.served.add(operation)
          return false
        }
        if (!watch.hasSigned || !CANARIES.every(canary => watch.served.has(canary))) return false
        watch.detection ??= detectLockOut().finally(() => {
          watch.detection = null
        })
        const showsNothing = watch.detection.then(statusOfAll => {
          if (statusOfAll !== null) return statusOfAll === came.status
          const mayBeLockOut = LOCK_OUT_STATUSES.includes(came.status) && watch.undetected <= MOST_UNDETECTED
          const mayHaveEnded = mayBeLockOut || watch.lockOuts.has(came.status)
          return mayHaveEnded && repeats++ < MOST_REPEATS
        })
        // Avoids an unhandled rejection: the sender may have been interrupted and wait for this no longer.
        showsNothing.catch(() => {})
        return showsNothing
      }
    },
  }
}

/** A document in YAML, and no text of a refusal. */
const NAMES_MEMBERS = /\b(?:openapi|paths)\b/

function isServed(operation: string, { status, body }: PlainReply): boolean {
  const json = parseJson(body)
  if (operation === 'getSwagger')
    return isObject(json) ? 'openapi' in json || 'paths' in json : status < 300 && NAMES_MEMBERS.test(body)
  if (!isObject(json) || !meansSuccess({ json, expects: 'success', operation })) return false
  return json['status'] === undefined || String(json['status']).toLowerCase() === 'true'
}
