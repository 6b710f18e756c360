/** The reply to a request that is served: trading contract, "Response envelope". */
import { stageOn } from '../operations/stage.ts'
import type { Said } from './framing.ts'
import type { Call } from './operation.ts'

export const envelope = stageOn<Call, never>()({
  id: 'envelope',
  rules: {},
  steps: {
    body: ({ endpoint, now }: Call, result: unknown): unknown =>
      endpoint?.bare ? result : { status: 'true', serverTime: String(now), result },
    written: (_call: Call, body: unknown): string => JSON.stringify(body),
    said: (_call: Call, text: string): Said => ({ status: 200, headers: {}, type: 'application/json', text }),
  },
})
