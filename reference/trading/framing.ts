/** How a reply travels over HTTP. */
import { stageOn } from '../operations/stage.ts'
import type { Answered } from '../wire.ts'
import type { Call } from './call.ts'

/** What is said, before it is put on the wire. */
export interface Said {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The media type; none where empty. */
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
