/** What differs between deployments: ids, initial content, values of fixtures, load. */
import type { Behaviour } from '../behaviour.ts'
import { stageOn } from '../operations/stage.ts'
import type { Answered, Asked } from '../wire.ts'
import { type Moment, momentOf, nobodyAsking, stepsOf } from './call.ts'
import type { Emoji } from './emoji.ts'
import type { NewQueue } from './event-queues.ts'
import type { Edit } from './messages.ts'
import type {
  Channel,
  Draft,
  IdScheme,
  KeyForm,
  Message,
  Queue,
  Reaction,
  ScheduledMessage,
  User,
} from './organization.ts'
import type { RoleName } from './roles.ts'

/** The requests received so far: how many, and the times of the latest. */
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
    /** The name that logs in with a user's password, as the target file states it. */
    usernameStated: (_it, { email }: User): string | undefined => email,
    roleOfOnlyUser: (_it): RoleName => 'member',
    /** Whether organizations that a fixture makes share the address of the first one and are distinguished by the caller. */
    sharesAddress: (_it): boolean => false,
    /** The pattern of an initial linkifier, or of one that a fixture made. */
    pattern: (_it, python: string, _made: 'at-first' | 'by-fixture'): string => python,
    /** The edits to record: several changes at once are one edit. */
    edits: (_it, edits: readonly Edit[], _message: Message, _nowMs: number): readonly Edit[] => [
      Object.assign({}, ...edits),
    ],
    emojiMade: (_it, wanted: Partial<Emoji>): Partial<Emoji> => wanted,
    /** The reactions to a message that a new one stands beside. */
    reactionsBeside: (_it, reactions: readonly Reaction[], _userId: number): readonly Reaction[] => reactions,
    /** The value of a fixture: the emoji of its reaction. */
    emojiTold: (_it, emoji: Emoji): Emoji => emoji,
    /** The value of a fixture: a scheduled message as read back. */
    scheduledState: (_it, whole: ScheduledState, _message: ScheduledMessage, _nowMs: number): ScheduledState => whole,
    /** The value of a fixture: drafts as read back. */
    draftsRead: (_it, drafts: readonly Draft[], _nowMs: number): readonly Draft[] => drafts,
    /** The value of a fixture: default channels as read back. */
    defaultsRead: (_it, channels: readonly Channel[], _nowMs: number): readonly Channel[] => channels,
    /** The value of a fixture: how many messages somebody has unread. */
    unreadRead: (_it, count: number, _reader: User, _nowMs: number): number => count,
    /** The iOS token that a fixture registers for a user. */
    apnsToken: (_it, { apnsTokens }: User, made: string): string => {
      apnsTokens.add(made)
      return made
    },
    queue: (_it, wanted: NewQueue): NewQueue => wanted,
    declared: (_it, names: readonly string[]): readonly string[] | undefined => names,
    events: (_it, queue: Queue, _now: number): readonly Record<string, unknown>[] => queue.events.splice(0),
    /** The reply to a request that comes too soon. */
    turnedAway: (_it, _arrivals: Arrivals, _now: number): Answered | undefined => undefined,
    delay: (_it): number => 0,
    /** The reply of a gateway before the resumable endpoint. */
    beforeTus: (_it, _request: Asked): Answered | undefined => undefined,
  },
})

/** The deployment's steps, and a moment without a request. */
export function deploymentOf(behaviour: Behaviour) {
  const moment = momentOf(behaviour, nobodyAsking('deployment'))
  return { moment, ...stepsOf(moment, deployment) }
}
