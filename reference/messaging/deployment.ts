/** What one deployment has in another way than the next: ids, what is there at first, how fixtures turn out, how busy it is. */
import type { Behaviour } from '../behaviour.ts'
import { stageOn } from '../operations/stage.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Moment, momentOf, nobodyAsking, stepsOf } from './call.ts'
import type { Emoji } from './emoji.ts'
import type { NewQueue } from './event-queues.ts'
import type { Edit } from './messages.ts'
import type { IdScheme, KeyForm, Queue, User } from './organization.ts'
import type { RoleName } from './roles.ts'

/** The requests that have come: how many, and when the latest of them. */
export interface Arrivals {
  count: number
  lately: readonly number[]
}

export type ScheduledState = Readonly<Record<string, unknown>>

export const deployment = stageOn<Moment, never>()({
  id: 'deployment',
  rules: {},
  steps: {
    idScheme: (_it): IdScheme => 'apart',
    keyForm: (_it): KeyForm => 'mixed',
    fieldsInSummary: (_it): number => 0,
    hasPasswords: (_it): boolean => true,
    roleOfOnlyUser: (_it): RoleName => 'member',
    /** Organizations that a fixture makes are at the address of the first one, and told apart by who calls. */
    sharesAddress: (_it): boolean => false,
    /** The pattern of a linkifier that was there at first, or that a fixture made. */
    pattern: (_it, python: string, _made: 'at-first' | 'by-fixture'): string => python,
    /** An edit of several things is one edit. */
    edits: (_it, edits: readonly Edit[]): readonly Edit[] => [Object.assign({}, ...edits)],
    emojiMade: (_it, wanted: Partial<Emoji>): Partial<Emoji> => wanted,
    /** What a fixture says of the emoji that it reacted with. */
    emojiTold: (_it, emoji: Emoji): Emoji => emoji,
    /** What a fixture says of a scheduled message. */
    scheduledState: (_it, whole: ScheduledState): ScheduledState => whole,
    /** The iOS token that a fixture registers for somebody. */
    apnsToken: (_it, { apnsTokens }: User, made: string): string => {
      apnsTokens.add(made)
      return made
    },
    queue: (_it, wanted: NewQueue): NewQueue => wanted,
    declared: (_it, names: readonly string[]): readonly string[] | undefined => names,
    events: (_it, queue: Queue, _now: number): readonly Record<string, unknown>[] => queue.events.splice(0),
    /** The answer to a request that comes too soon. */
    turnedAway: (_it, _arrivals: Arrivals, _now: number): Answered | undefined => undefined,
    delay: (_it): number => 0,
    /** The answer of whatever stands before the resumable endpoint. */
    beforeTus: (_it, _request: Asked): Answered | undefined => undefined,
  },
})

/** Its steps, and the moment at which nobody is asking. */
export function deploymentOf(behaviour: Behaviour) {
  const moment = momentOf(behaviour, nobodyAsking('deployment'))
  return { moment, ...stepsOf(moment, deployment) }
}
