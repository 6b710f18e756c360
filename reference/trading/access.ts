/** Which requests are served: trading contract, the rules of "Endpoints". */
import { stageOn } from '../operations/stage.ts'
import type { Call } from './operation.ts'
import type { Reason } from './refusals.ts'

export const access = stageOn<Call, Reason>()({
  id: 'access',
  rules: {
    'path-served': [({ endpoint }) => endpoint !== undefined, 'no-such-path'],
    /** HEAD is served wherever GET is. */
    'method-served': [
      ({ endpoint, request }) => !endpoint || endpoint.method === (request.method === 'HEAD' ? 'GET' : request.method),
      'no-such-method',
    ],
  },
  steps: {
    /** Milliseconds before a request is processed. */
    delay: (_call: Call): number => 0,
  },
})
