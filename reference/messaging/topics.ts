/** Topics: when the empty one is valid, and which texts stand for it. */
import { stageOn } from '../operations/stage.ts'
import { type Moment, stepsOf } from './call.ts'
import { reached } from './levels.ts'

export const emptyTopicName = 'general chat'

export const topics = stageOn<Moment, never>()({
  id: 'topics',
  rules: {},
  steps: {
    /** The topic that a text means; undefined if it is not a valid topic. */
    meant(moment, text: string): string | undefined {
      if (!reached(moment, 334)) return text === '' ? undefined : text
      return text === '(no topic)' || text === emptyTopicName ? '' : text
    },
  },
})

export const meantTopic = (moment: Moment, text: string): string | undefined =>
  stepsOf(moment, topics).meant(moment, text)
