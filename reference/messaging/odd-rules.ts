/** The table of those rules: which requests a server stumbles over, and what it answers then. */
import type { Call } from './call.ts'

export interface OddRule {
  readonly rule: string
  readonly operation: string
  readonly when: (call: Call) => boolean
  readonly answer: 'refusal' | 'no envelope'
}

const texts = ({ params }: Call): string[] => [...params.names()].map(name => JSON.stringify(params.raw(name)) ?? '')
const has = (call: Call, pattern: RegExp): boolean => texts(call).some(text => pattern.test(text))

export const oddRules: readonly OddRule[] = [
  {
    rule: 'text.any',
    operation: '*',
    when: call => has(call, /\\u00[01]|[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\p{M}{2}|</u),
    answer: 'no envelope',
  },
]
