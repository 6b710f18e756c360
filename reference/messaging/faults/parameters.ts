/** Faults of how parameters travel. */
import type { Fault } from '../../behaviour.ts'
import { alter, instead } from '../../operations/change.ts'
import { parameters } from '../check-parameters.ts'
import { registration } from '../register-settings.ts'
import { breach, fault } from './fault.ts'

const everything = { mayAlso: '*' }

export const parameterFaults: readonly Fault[] = [
  breach(
    'parameters.form-post.unread',
    'Form bodies of POST are not read',
    'parameters.form-post',
    'parameters.from-form',
    {
      facts: { method: 'POST' },
      ...everything,
    },
  ),
  breach(
    'parameters.form-patch.unread',
    'Form bodies of PATCH are not read',
    'parameters.form-patch',
    'parameters.from-form',
    {
      facts: { method: 'PATCH' },
      mayAlso: ['scheduled-messages.*', 'limits.*', 'parameters.*'],
    },
  ),
  breach(
    'parameters.form-delete.unread',
    'Form bodies of DELETE are not read',
    'parameters.form-delete',
    'parameters.from-form',
    {
      facts: { method: 'DELETE' },
      mayAlso: ['event-queues.*', 'reactions.*', 'apns.*', 'parameters.*'],
    },
  ),
  breach(
    'parameters.query-get.unread',
    'Query strings of GET are not read',
    'parameters.query-get',
    'parameters.from-query',
    {
      mayAlso: ['narrow.*', 'history.*', 'user-groups.*', 'parameters.*'],
    },
  ),
  fault(
    'parameters.json-lists.unread',
    'JSON lists are refused',
    'parameters.json-lists',
    instead(parameters, 'read', () => ({ wrong: 'other' as const }), {
      where: ({ parameter: { kind } }) => kind === 'integers' || kind === 'objects',
    }),
    everything,
  ),
  fault(
    'parameters.empty-topic-display-name.object',
    'The display name of the empty topic is an object',
    'parameters.empty-topic-display-name',
    alter(registration, 'settings', ({ realm_empty_topic_display_name: en, ...settings }) => ({
      ...settings,
      realm_empty_topic_display_name: { en },
    })),
    { since: 334, mayAlso: ['typing.*', 'history.*', 'scheduled-messages.*'] },
  ),
]
