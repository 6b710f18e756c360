/** Legal variations of topics. */
import type { Variant } from '../../behaviour.ts'
import { alter, instead } from '../../operations/change.ts'
import { getMessageHistory } from '../history.ts'
import type { Snapshot } from '../organization.ts'
import { registration } from '../register-settings.ts'
import { emptyTopicName, topics } from '../topics.ts'
import { variant } from './variant.ts'

/** The display name of the empty topic for guests. */
const FOR_GUESTS = 'discussion générale'

const forGuests = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  ...(snapshot.topic === emptyTopicName && { topic: FOR_GUESTS }),
  ...(snapshot['prev_topic'] === emptyTopicName && { prev_topic: FOR_GUESTS }),
})

export const topicVariants: readonly Variant[] = [
  variant(
    'history.empty-topic-by-language',
    'principle 1: whether all users read one name of the empty topic is not written',
    'Guests read another name of the empty topic',
    [
      alter(registration, 'settings', settings => ({ ...settings, realm_empty_topic_display_name: FOR_GUESTS }), {
        role: 'guest',
      }),
      alter(getMessageHistory, 'shown', shown => forGuests(shown), { role: 'guest' }),
      instead(topics, 'meant', () => '', { where: (_it, text) => text === FOR_GUESTS }),
    ],
    { levels: { since: 334 } },
  ),
  variant(
    'parameters.no-topic-refused-before-334',
    'parameters.no-topic-before-334',
    "Before level 334 '(no topic)' is not a topic",
    instead(topics, 'meant', () => undefined, { where: (_it, text) => text === '(no topic)' }),
    { levels: { until: 333 } },
  ),
]
