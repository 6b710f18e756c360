/** Faults of ping. */
import type { Fault } from '../../behaviour.ts'
import { namesLanguage, onReplies } from './fault.ts'

const wire = onReplies('ping')

export const pingFaults: readonly Fault[] = [
  wire('ping.pong.upper-case', "ping answers 'PONG'", 'result', { set: 'PONG' }),
  wire('ping.pong.object', 'ping answers with an object', 'result', { as: 'object' }),
  wire('ping.pong.third', 'every third ping is answered in other words', 'result', { set: 'pong!' }, { every: 3 }),
  wire(
    'occasion.client.pong.capitals',
    "ping answers 'PONG' to clients that name a language",
    'result',
    { set: 'PONG' },
    { ...namesLanguage, breaches: 'ping.pong' },
  ),
]
