/** Feature levels: which changes of the contract a deployment has. */
import { stageOn } from '../operations/stage.ts'
import { type Moment, stepsOf } from './call.ts'

export const levels = stageOn<Moment, never>()({
  id: 'levels',
  rules: {},
  steps: {
    /** Whether the deployment has a change; the part distinguishes changes of one level. */
    reached: ({ level }, change: number, _part: string): boolean => level >= change,
  },
})

export const reached = (moment: Moment, change: number, part = ''): boolean =>
  stepsOf(moment, levels).reached(moment, change, part)
