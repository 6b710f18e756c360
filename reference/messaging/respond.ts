/** Turns a reply into an HTTP response. */
import { stageOn } from '../operations/stage.ts'
import type { Answered } from '../wire.ts'
import { type Moment, type Reply, stepsOf } from './call.ts'
import type { Organization } from './organization.ts'

/** A request that was answered. */
export interface Leaving extends Moment {
  readonly org: Organization
  readonly sent: ReadonlyMap<string, string>
}

const statuses: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  UNAUTHORIZED_PRINCIPAL: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_HIT: 429,
}

export const response = stageOn<Leaving, never>()({
  id: 'response',
  rules: {},
  steps: {
    /** The reply that the caller gets. */
    reply: (_it, reply: Reply): Reply => reply,
    body: (_it, reply: unknown): unknown => reply,
    status: (_it, error: Reply | undefined): number => (error ? (statuses[String(error['code'])] ?? 400) : 200),
    contentType: (_it): string | undefined => 'application/json; charset=utf-8',
    headers: (_it, status: number): Record<string, string> => (status === 429 ? { 'retry-after': '60' } : {}),
    json: (_it, body: unknown): string => JSON.stringify(body),
    text: (_it, json: string): string => json,
    framed: (_it, text: string): Answered['body'] => text,
  },
})

export function respond(it: Leaving, reply: unknown, error: Reply | undefined): Answered {
  const { body, status, contentType, headers, json, text, framed } = stepsOf(it, response)
  const code = status(it, error)
  const type = contentType(it)
  return {
    status: code,
    headers: { ...(type !== undefined && { 'content-type': type }), ...headers(it, code) },
    body: framed(it, text(it, json(it, body(it, reply)))),
  }
}
