/** Legal variations of scheduled messages. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { meantTopic } from '../topics.ts'
import { variant } from './variant.ts'

export const scheduledMessageVariants: readonly Variant[] = [
  variant(
    'scheduled-messages.not-to-oneself',
    'principle 1: messages to oneself are not written',
    'A scheduled message is not edited to go to its sender',
    refuseAlso(updateScheduledMessage, 'Nobody writes to themselves', {
      where: ({ type, to, caller }) => type === 'direct' && to?.includes(caller.id) === true,
    }),
  ),
  variant(
    'scheduled-messages.failed-stays',
    'scheduled-messages.failed-after-edit',
    'The failed flag stays after an edit',
    alter(updateScheduledMessage, 'edited', (edited, _it, { failed }) => ({ ...edited, failed })),
  ),
  variant(
    'scheduled-messages.by-the-minute',
    'principle 1: how exactly a time is kept is not written',
    'Messages are sent at full minutes',
    alter(updateScheduledMessage, 'edited', edited => ({
      ...edited,
      deliverAt: edited.deliverAt - (edited.deliverAt % 60),
    })),
  ),
  variant(
    'scheduled-messages.within-90-days',
    'principle 1: how far ahead a message may be scheduled is not written',
    'Messages are scheduled between five minutes and 90 days ahead',
    refuseAlso(updateScheduledMessage, 'Invalid time', {
      where: ({ params, now }) => {
        const due = params.integer('scheduled_delivery_timestamp')
        return due !== undefined && (due < now + 300 || due > now + 90 * 86_400)
      },
    }),
  ),
  variant(
    'scheduled-messages.no-empty-topic',
    'scheduled-messages.empty-topic-unchanged-type',
    'A scheduled message is never edited to the empty topic',
    refuseAlso(updateScheduledMessage, 'Invalid topic', {
      where: it => it.type === 'stream' && it.topic !== undefined && meantTopic(it, it.topic) === '',
    }),
    { leaves: 'untried' },
  ),
  variant(
    'scheduled-messages.nothing-to-change-refused',
    'scheduled-messages.no-parameters',
    'An edit that names nothing to change is refused',
    refuseAlso(updateScheduledMessage, 'Nothing to change', {
      where: ({ params }) => [...params.names()].length === 1,
    }),
  ),
  variant(
    'scheduled-messages.type-needs-to',
    'scheduled-messages.type-repeated',
    'An edit that names a type needs recipients, also where the type stays',
    refuseAlso(updateScheduledMessage, "Missing 'to' argument", { where: ({ as, to }) => as !== '' && !to }),
  ),
  variant(
    'scheduled-messages.any-topic-when-turned',
    'principle 3: two sentences, either outcome',
    'A message may be turned into one of the empty topic',
    drop(updateScheduledMessage, 'new-channel-topic-not-empty'),
    { levels: { since: 334 } },
  ),
  variant(
    'scheduled-messages.delivered-when-due',
    'scheduled-messages.delivery',
    'A scheduled message that is due is gone',
    alter(updateScheduledMessage, 'given', (given, { org, now }) => {
      if (!given.message || given.message.deliverAt > now) return given
      org.scheduled.delete(given.message.id)
      return { ...given, message: undefined }
    }),
  ),
]
