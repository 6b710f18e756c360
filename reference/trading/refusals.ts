/** How the venue replies to a refused request. The contract specifies no error format: this one is the venue's own. */
import { stageOn } from '../operations/stage.ts'
import type { Call } from './call.ts'
import { asJson, type Said } from './framing.ts'
import { type Reason, type Refusal, refusalFor } from './reasons.ts'

export const refusing = stageOn<Call, never>()({
  id: 'refusing',
  rules: {},
  steps: {
    said: (_call: Call, { name, status, code, message }: Refusal): Said => ({
      status,
      headers: status === 401 ? { 'www-authenticate': 'Signature' } : {},
      ...asJson({ error: { code, name, message } }),
    }),
  },
})

export { type Reason, type Refusal, refusalFor }
