/** What is served to whom: trading contract, the rules of "Endpoints". */
import { stageOn } from '../operations/stage.ts'
import type { Call } from './operation.ts'
import type { Reason } from './refusals.ts'

export const access = stageOn<Call, Reason>()({
  id: 'access',
  rules: {
    'path-served': [({ endpoint }) => endpoint !== undefined, 'no-such-path'],
    /** A HEAD goes where a GET would. */
    'method-served': [
      ({ endpoint, request }) => !endpoint || endpoint.method === (request.method === 'HEAD' ? 'GET' : request.method),
      'no-such-method',
    ],
  },
  steps: {
    /** Milliseconds before a request is looked at. */
    delay: (_call: Call): number => 0,
  },
})
