/** The entry of an API in the target file: under its name, or under `apis` for an API of the user's own suites. */
import type { TargetFile } from '../../generated/formats.ts'
import type { Target } from './load-target.ts'

export type FurtherApi = NonNullable<TargetFile['apis']>[string]

export interface ApiEntry extends FurtherApi {
  readonly featureLevel?: number
}

/** An API with people: who they are, and which provisioner creates its fixtures. */
export interface StaffedEntry extends ApiEntry {
  readonly actors?: Readonly<Record<string, ActorEntry>>
  readonly origins?: readonly string[]
  readonly provisioner?: string
  readonly fixtures?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface ActorEntry {
  readonly role?: string
  readonly email: string
  readonly apiKey: string
  readonly userId?: number
  readonly password?: string
  readonly username?: string
}

export const staffedEntryOf = (target: object, api: string | undefined): StaffedEntry =>
  (api === undefined ? undefined : (entryOf(target, api) as StaffedEntry | undefined)) ?? { baseUrl: '' }

export function entryOf(target: object, api: string): ApiEntry | undefined {
  const file = target as { apis?: Readonly<Record<string, ApiEntry>> } & Readonly<Record<string, unknown>>
  const own = api === 'apis' ? undefined : file[api]
  return (
    file.apis?.[api] ?? (typeof own === 'object' && own !== null && 'baseUrl' in own ? (own as ApiEntry) : undefined)
  )
}

/** The origin of an API: two APIs at one origin may share a rate limit. */
export function originOf(target: object, api: string): string {
  const url = entryOf(target, api)?.baseUrl ?? ''
  return URL.canParse(url) ? new URL(url).origin : ''
}

/** How many requests a second the API may get; 0 for no limit. */
export const rateLimitOf = (target: Target, api: string): number =>
  entryOf(target, api)?.requestsPerSecond ?? target.requestsPerSecond ?? USUAL_RATE_LIMIT

const USUAL_RATE_LIMIT = 10

/** The same target with other rate limits. */
export function underRateLimits(target: Target, change: (perSecond: number) => number): Target {
  const changed = <Limited extends object>(limited: Limited & Pick<ApiEntry, 'requestsPerSecond'>): Limited =>
    limited.requestsPerSecond === undefined
      ? limited
      : { ...limited, requestsPerSecond: change(limited.requestsPerSecond) }
  const entries = (all: object): object =>
    Object.fromEntries(
      Object.entries(all).map(([name, one]) => [name, entryOf(all, name) === undefined ? one : changed(one)]),
    )
  const { apis } = target
  const requestsPerSecond = change(target.requestsPerSecond ?? USUAL_RATE_LIMIT)
  return { ...target, ...entries(target), ...(apis && { apis: entries(apis) }), requestsPerSecond } as Target
}
