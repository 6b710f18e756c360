/** Which endpoints there are, with which parameters, and which need no credentials. */
import { stageOn } from '../operations/stage.ts'
import type { Moment } from './call.ts'
import { reached } from './levels.ts'
import type { Endpoint, Parameter } from './route.ts'

export const endpoints = stageOn<Moment, never>()({
  id: 'endpoints',
  rules: {},
  steps: {
    offered: (moment, { since, until, beyond }: Endpoint): boolean =>
      !beyond &&
      (since === undefined || reached(moment, since, 'endpoint')) &&
      (until === undefined || !reached(moment, until + 1, 'endpoint')),
    parameters: (_moment, endpoint: Endpoint): readonly Parameter[] => endpoint.parameters,
    open: (_moment, { access }: Endpoint): boolean => access === 'anyone',
  },
})
