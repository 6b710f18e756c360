/** How many requests a run sent. */
import type { Report } from '../generated/formats.ts'

/** Requests to the target, and calls of the provisioner; older reports do not distinguish them. */
export function requestCount({ exchanges, provisionerCalls }: Report['run']): string {
  if (provisionerCalls === undefined) return counted(exchanges, 'exchange')
  const requests = counted(exchanges - provisionerCalls, 'request')
  return provisionerCalls === 0 ? requests : `${requests}, ${counted(provisionerCalls, 'provisioner call')}`
}

/** `1 claim`, `2 claims`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
