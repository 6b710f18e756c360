/** Where the target file describes an API: under its name, or under `apis` where it came with suites of the user's own. */
import type { TargetFile } from '../../generated/formats.ts'
import type { Target } from './load-target.ts'

export type FurtherApi = NonNullable<TargetFile['apis']>[string]

export interface ApiEntry extends FurtherApi {
  readonly featureLevel?: number
}

export function entryOf(target: object, api: string): ApiEntry | undefined {
  const { apis, ...file } = target as { apis?: Readonly<Record<string, ApiEntry>> } & Readonly<Record<string, unknown>>
  const own = file[api]
  return apis?.[api] ?? (typeof own === 'object' && own !== null && 'baseUrl' in own ? (own as ApiEntry) : undefined)
}

/** How many requests a second the API may get; 0 for no limit. */
export const ceilingOf = (target: Target, api: string): number =>
  entryOf(target, api)?.requestsPerSecond ?? target.requestsPerSecond ?? 10
