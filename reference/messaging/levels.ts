/** Feature levels: what of the contract has come, and what has not yet. */
import { stageOn } from '../operations/stage.ts'
import { type Moment, stepsOf } from './call.ts'

export const levels = stageOn<Moment, never>()({
  id: 'levels',
  rules: {},
  steps: {
    /** Whether a change has come; the part tells changes of one level apart. */
    reached: ({ level }, change: number, _part: string): boolean => level >= change,
  },
})

export const reached = (moment: Moment, change: number, part = ''): boolean =>
  stepsOf(moment, levels).reached(moment, change, part)
