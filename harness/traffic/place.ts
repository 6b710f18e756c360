/** Assigns a request to an operation of an API by base addresses, which are given or found in the traffic. */
import type { Api } from '../api.ts'
import { addressOf } from '../evidence/address.ts'
import { parseJson } from '../evidence/exchange.ts'
import { regexEscaped } from '../text/regex-escaped.ts'
import type { Captured } from './captured.ts'

export interface Place {
  readonly api: Api
  /** Null if the address belongs to the API but the contract describes no such operation. */
  readonly operation: string | null
  /** The path below the base address. */
  readonly path: string
}

export type Bases = ReadonlyMap<string, readonly string[]>

interface Template {
  readonly operation: string
  readonly method: string
  readonly whole: RegExp
  readonly ending: RegExp
}

const templates = new WeakMap<Api, readonly Template[]>()

/** Paths without parameters first: `/a/b` is not `/a/{id}`. */
function templatesOf(api: Api): readonly Template[] {
  const known = templates.get(api)
  if (known) return known
  const made = Object.entries(api.operations)
    .map(([operation, { method, path }]) => {
      const pattern = path
        .split(/\{[^}]*\}/)
        .map(regexEscaped)
        .join('[^/]+')
      return {
        operation,
        method,
        whole: new RegExp(`^${pattern}/?$`),
        ending: new RegExp(`^(.*)${pattern}/?$`),
        fixed: !path.includes('{'),
      }
    })
    .sort((one, other) => Number(other.fixed) - Number(one.fixed))
  templates.set(api, made)
  return made
}

export function operationAt(api: Api, method: string, path: string): string | null {
  return templatesOf(api).find(one => one.method === method && one.whole.test(path))?.operation ?? null
}

/** The longest base address that the URL begins with decides. */
export function placer(apis: readonly Api[], bases: Bases): (method: string, url: string) => Place | null {
  const all = apis
    .flatMap(api => (bases.get(api.name) ?? []).map(base => ({ api, base: base.replace(/\/+$/, '') })))
    .sort((one, other) => other.base.length - one.base.length)
  return (method, url) => {
    const address = withoutQuery(url)
    for (const { api, base } of all) {
      if (address !== base && !address.startsWith(`${base}/`)) continue
      const path = address.slice(base.length)
      return { api, operation: operationAt(api, method, path), path }
    }
    return null
  }
}

/** Scheme, host and path; a port that the scheme implies is left out. */
function withoutQuery(url: string): string {
  const { origin, pathname } = addressOf(url)
  return `${origin}${pathname}`
}

interface Candidate {
  readonly base: string
  readonly origin: string
  score: number
  speaking: number
  replies: number
  readonly operations: Set<string>
}

export interface BaseFinder {
  note(captured: Captured): void
  found(): Bases
}

const MOST_CANDIDATES = 5000

/** Finds base addresses below which replies look like those of the API; one for each host. */
export function baseFinder(apis: readonly Api[]): BaseFinder {
  const candidates = new Map<Api, Map<string, Candidate>>(apis.map(api => [api, new Map()]))
  return {
    note({ request, response, unusable }) {
      if (!response || unusable !== null) return
      const { origin, pathname } = new URL(request.url)
      let json: unknown
      let isRead = false
      for (const [api, known] of candidates) {
        if (!api.traffic) continue
        for (const { operation, method, ending } of templatesOf(api)) {
          const prefix = method === request.method ? ending.exec(pathname)?.[1] : undefined
          if (prefix === undefined) continue
          if (!isRead) json = parseJson(response.body)
          isRead = true
          const base = origin + prefix
          const one = known.get(base) ?? { base, origin, score: 0, speaking: 0, replies: 0, operations: new Set() }
          if (known.size < MOST_CANDIDATES) known.set(base, one)
          const weight = api.traffic.speaks(json)
          one.score += weight
          one.speaking += weight > 0 ? 1 : 0
          one.replies += json === undefined ? 0 : 1
          one.operations.add(operation)
        }
      }
    },
    found: () => new Map([...candidates].map(([api, known]) => [api.name, best([...known.values()])])),
  }
}

/** For each host the best candidate, by score and then by variety; at least half of its replies look like the API's. */
function best(candidates: readonly Candidate[]): string[] {
  const byOrigin = new Map<string, Candidate>()
  for (const one of candidates) {
    if (one.score < SURE || one.speaking * 2 < one.replies) continue
    const other = byOrigin.get(one.origin)
    if (!other || isBetter(one, other)) byOrigin.set(one.origin, one)
  }
  return [...byOrigin.values()].map(({ base }) => base)
}

/** The score of one reply that is certainly one of the API. */
const SURE = 2

const isBetter = (one: Candidate, other: Candidate): boolean =>
  (one.score - other.score || one.operations.size - other.operations.size || other.base.length - one.base.length) > 0
