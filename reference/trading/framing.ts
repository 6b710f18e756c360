/** How a reply is sent over HTTP. */
import { stageOn } from '../operations/stage.ts'
import type { Answered } from '../wire.ts'
import type { Call } from './call.ts'

/** A reply before it is put on the wire. */
export interface Said {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The media type; empty for none. */
  readonly type: string
  readonly text: string
}

export const asJson = (body: unknown) => ({ type: 'application/json', text: JSON.stringify(body) })

export const framing = stageOn<Call, never>()({
  id: 'framing',
  rules: {},
  steps: {
    framed(_call: Call, { status, headers, type, text }: Said): Answered {
      return { status, headers: type ? { ...headers, 'content-type': type } : headers, body: text }
    },
  },
})
