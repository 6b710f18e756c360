/**
 * Repeats the requests that a tool sent to the plain reference, to find out whether a fault changes a reply. If it changes none,
 * a tool whose requests depend on replies alone would report the same as before, and need not be run again.
 */
import { Buffer } from 'node:buffer'
import { deployed } from './lane.mjs'

/** Replies to the recorded requests, in order; with `plain` only up to the first one that differs from it. */
export async function replies(subject, recorded, plain) {
  let now = recorded[0]?.at ?? 0
  const clock = { now: () => now, sleep: async () => {} }
  const { reference } = await deployed(subject, clock)
  const seen = []
  for (const { at, method, url, headers, body } of recorded) {
    now = at
    try {
      const request = new Request(`http://127.0.0.1${url}`, { method, headers, ...(body && { body }) })
      const response = await reference.fetch(request, url)
      const content = Buffer.from(await response.arrayBuffer()).toString('base64')
      seen.push(JSON.stringify([response.status, [...response.headers], content]))
    } catch {
      seen.push('not replayed')
    }
    if (plain && seen.at(-1) !== plain[seen.length - 1]) break
  }
  return seen
}

export const sameReplies = (one, other) => one.length === other.length && one.every((reply, at) => reply === other[at])
