/** Topics: when the empty one is valid, and which texts stand for it. */
import { type Moment, reached } from './call.ts'

export const emptyTopicName = 'general chat'

/** The topic that a text means; undefined where it is no valid topic. */
export function meantTopic(moment: Moment, text: string): string | undefined {
  if (!reached(moment, 334)) {
    const refused =
      text === '' || (text === '(no topic)' && moment.uses('messaging.parameters.no-topic-refused-before-334'))
    return refused ? undefined : text
  }
  if (text === '(no topic)' && moment.keeps('topics.no-topic-is-empty')) return ''
  if (text === emptyTopicName && moment.keeps('topics.display-name-is-empty')) return ''
  return text
}
