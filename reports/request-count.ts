/** How many requests a run sent. */
import type { Report } from '../generated/formats.ts'

/** Requests to the target apart from calls of the provisioner; older reports do not tell them apart. */
export function requestCount({ exchanges, provisionerCalls }: Report['run']): string {
  if (provisionerCalls === undefined) return `${exchanges} exchanges`
  const requests = `${exchanges - provisionerCalls} requests`
  return provisionerCalls === 0 ? requests : `${requests}, ${provisionerCalls} provisioner calls`
}
