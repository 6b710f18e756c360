/** Legal variations of topics. */
import type { Variant } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import { topics } from '../topics.ts'
import { variant } from './variant.ts'

export const topicVariants: readonly Variant[] = [
  variant(
    'parameters.no-topic-refused-before-334',
    'parameters.no-topic-before-334',
    "Before level 334 '(no topic)' is not a topic",
    instead(topics, 'meant', () => undefined, { where: (_it, text) => text === '(no topic)' }),
    { levels: { until: 333 } },
  ),
]
