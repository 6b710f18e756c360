/** The two envelopes of replies: a success, or an error with a code. */
import { stageOn } from '../operations/stage.ts'
import type { Moment } from './call.ts'

export const envelope = stageOn<Moment, never>()({
  id: 'envelope',
  rules: {},
  steps: {
    /** The code of an error; the last argument says whether the contract names it. */
    code: (_moment, code: string, _named: boolean): string => code,
  },
})
