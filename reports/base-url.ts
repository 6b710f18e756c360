/** Where an API of the target is: under its name, or among those with a contract of the user's own. */
import type { Report } from '../generated/formats.ts'

export function baseUrlOf({ apis, ...target }: Report['target'], api: string): string | undefined {
  const stated = (target as Readonly<Record<string, unknown>>)[api] as { readonly baseUrl?: string } | undefined
  return (apis?.[api]?.baseUrl ?? stated?.baseUrl)?.replace(/\/$/, '')
}
