/** Judges the limits and periods in the reply to registering an event queue, which every app sends first. */
import { isObject, type Predicate, type Sequence, valueAt } from '../../../harness/index.ts'
import { isSize } from '../conventions/limits.predicates.ts'
import { isPositiveInteger } from '../typing/typing.predicates.ts'
import { succeeded } from './quiet.ts'

const settings: readonly (readonly [name: string, requirement: string, predicate: unknown])[] = [
  ...['max_message_length', 'max_topic_length', 'max_stream_name_length', 'max_stream_description_length'].map(
    name => [name, 'messaging.limits.register-sizes', isSize] as const,
  ),
  ['max_file_upload_size_mib', 'messaging.limits.register-sizes', isSize],
  ['max_channel_folder_name_length', 'messaging.limits.register-folder-sizes', isSize],
  ['max_channel_folder_description_length', 'messaging.limits.register-folder-sizes', isSize],
  ...['started_wait', 'stopped_wait', 'started_expiry'].map(
    name =>
      [
        `server_typing_${name}_period_milliseconds`,
        `messaging.typing.${name.replace('_', '-')}-period`,
        isPositiveInteger,
      ] as const,
  ),
]

export const registerSettings: Sequence = {
  requirements: [...new Set(settings.map(([, requirement]) => requirement))],
  isSingle: true,
  start: () => step => {
    const { exchange, path } = step
    if (exchange.request.method !== 'POST' || !/^\/register\/?$/.test(path) || !succeeded(step)) return []
    const { json } = exchange
    return settings.flatMap(([what, requirement, predicate]) => {
      const value = isObject(json) ? valueAt(json, `/${what}`) : undefined
      // A null setting is treated like a missing one.
      if (value === undefined || value === null) return []
      const args = { what, value }
      return [{ requirement, predicate: predicate as Predicate, args, exchanges: [exchange] }]
    })
  },
}
