/** The base address of an API of the target, built-in or from the user's own contract. */
import type { Report } from '../generated/formats.ts'

export function baseUrlOf({ apis, ...target }: Report['target'], api: string): string | undefined {
  const stated = (target as Readonly<Record<string, unknown>>)[api] as { readonly baseUrl?: string } | undefined
  return (apis?.[api]?.baseUrl ?? stated?.baseUrl)?.replace(/\/$/, '')
}
