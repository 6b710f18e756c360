/** Faults of how parameters travel. */
import type { Fault } from '../../behaviour.ts'
import { alter, instead } from '../../operations/change.ts'
import { parameters } from '../check-parameters.ts'
import { reading } from '../read-request.ts'
import { registration } from '../register-settings.ts'
import { fault } from './fault.ts'

export const parameterFaults: readonly Fault[] = [
  ...['POST', 'PATCH', 'DELETE'].map(method =>
    fault(
      `parameters.form-${method.toLowerCase()}.unread`,
      `Form bodies of ${method} are not read`,
      instead(reading, 'form', () => [], { where: ({ request }) => request.method === method }),
    ),
  ),
  fault(
    'parameters.query-get.unread',
    'Query strings of GET are not read',
    instead(reading, 'query', () => [], { where: ({ request }) => request.method === 'GET' }),
  ),
  fault(
    'parameters.json-lists.unread',
    'JSON lists are refused',
    instead(parameters, 'read', () => ({ wrong: 'other' as const }), {
      where: ({ parameter: { kind } }) => kind === 'integers' || kind === 'objects',
    }),
  ),
  fault(
    'parameters.json-lists.spaces',
    'JSON lists with spaces between their elements are refused',
    instead(parameters, 'read', () => ({ wrong: 'other' as const }), {
      where: ({ parameter: { kind } }, raw) =>
        (kind === 'integers' || kind === 'objects') && /\s/.test(raw.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')),
    }),
  ),
  fault(
    'parameters.empty-topic-display-name.object',
    'The display name of the empty topic is an object',
    alter(registration, 'settings', ({ realm_empty_topic_display_name: en, ...settings }) => ({
      ...settings,
      realm_empty_topic_display_name: { en },
    })),
  ),
]
