/** Faults of time. */
import type { Fault } from '../../behaviour.ts'
import { namesLanguage, onReplies } from './fault.ts'

const wire = onReplies('getTime')
const equals = 'time.equals-server-time'

export const timeFaults: readonly Fault[] = [
  wire('time.digits.date', 'time answers with a date', 'result', { set: '2031-01-01T00:00:00Z' }),
  wire('time.digits.fraction', 'time answers with a fraction', 'result', { match: '$', with: '.5' }),
  wire(
    'time.equals.seconds',
    'time answers in seconds',
    'result',
    { match: '\\d{3}$', with: '' },
    { breaches: equals },
  ),
  wire(
    'time.equals.stuck',
    'time answers with the same time always',
    'result',
    { set: '1400000000000' },
    { breaches: equals },
  ),
  wire(
    'time.equals.nanoseconds',
    'time answers in nanoseconds',
    'result',
    { match: '$', with: '000000' },
    { breaches: equals },
  ),
  wire(
    'occasion.client.time.fraction',
    'time has a fraction for clients that name a language',
    'result',
    { match: '$', with: '.0' },
    { ...namesLanguage, breaches: 'time.digits' },
  ),
]
