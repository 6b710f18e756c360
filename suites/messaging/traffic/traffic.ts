/** How traffic of the messaging API is judged. */
import { isObject, type Sight, type TrafficReading } from '../../../harness/index.ts'
import { listsNothing } from '../conventions/parameters.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { channelSights } from './channel-sights.ts'
import { levelIn } from './levels-in.ts'
import { messageSights } from './message-sights.ts'
import { organizationSights } from './organization-sights.ts'
import { sequences } from './sequences.ts'
import { typingSights } from './typing-sights.ts'
import { uploadSights } from './upload-sights.ts'

/** Any operation would do; every client requests this one. */
const unsupportedAhead: Sight = {
  requirement: 'messaging.parameters.unsupported-ahead',
  operation: 'getLinkifiers',
  predicate: listsNothing as unknown as Sight['predicate'],
  about: (_request, exchange) => (outcomeOf(exchange) === 'success' ? { args: {} } : null),
}

export const traffic: TrafficReading = {
  speaks: json => (isObject(json) ? Number(Object.hasOwn(json, 'result')) + Number(Object.hasOwn(json, 'msg')) : 0),
  levelIn,
  sights: [
    ...typingSights,
    ...channelSights,
    ...messageSights,
    ...organizationSights,
    ...uploadSights,
    unsupportedAhead,
  ],
  sequences,
}
