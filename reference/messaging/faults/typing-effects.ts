/** Faults of typing events: none, a wrong one, or only for some of the users. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { scriptOf } from '../call.ts'
import { setMessageEditTypingStatus, setTypingStatus } from '../typing.ts'
import { fault } from './fault.ts'

const nobody = (): readonly number[] => []

type Typing = Seen<typeof setTypingStatus>

const composing: readonly Fault[] = (['start', 'stop'] as const).flatMap(op =>
  (['direct', 'channel'] as const).flatMap(kind => {
    const requirement = `typing.${kind}-${op}-event`
    const where = ({ inChannel, params }: Typing): boolean =>
      params.text('op') === op && inChannel === (kind === 'channel')
    return [
      fault(
        `${requirement}.lost`,
        `No ${kind} typing event for ${op}`,
        alter(setTypingStatus, 'told', nobody, { where }),
      ),
      fault(
        `${requirement}.every-third`,
        kind === 'direct'
          ? `Every third like ${op} to several people is reported to nobody`
          : `Every third like ${op} in a channel is reported to nobody`,
        alter(setTypingStatus, 'told', nobody, {
          every: 3,
          where: it => where(it) && (kind === 'channel' || it.to.length > 1),
        }),
      ),
      fault(
        `${requirement}.all-but-the-first`,
        `The first to hear of a ${op} is not`,
        alter(setTypingStatus, 'told', told => told.slice(1), { where }),
      ),
      fault(
        `${requirement}.all-but-the-last`,
        `The last to hear of a ${op} is not`,
        alter(setTypingStatus, 'told', told => told.slice(0, -1), { where }),
      ),
      ...(kind === 'direct'
        ? [
            fault(
              `${requirement}.all-but-the-third`,
              `The third to hear of a ${op} is not`,
              alter(setTypingStatus, 'told', told => told.filter((_id, at) => at !== 2), { where }),
            ),
          ]
        : []),
      ...(op === 'stop'
        ? [
            fault(
              `${requirement}.as-start`,
              `A ${kind} stop is reported as a start`,
              alter(setTypingStatus, 'event', event => ({ ...event, op: 'start' }), { where }),
            ),
          ]
        : []),
      ...(kind === 'channel'
        ? [
            fault(
              `${requirement}.latin-topics`,
              `No event for ${op} in a topic of another script`,
              alter(setTypingStatus, 'told', nobody, {
                where: it => where(it) && scriptOf(it.topic ?? '') === 'other',
              }),
            ),
            fault(
              `${requirement}.empty-topic`,
              `No event for ${op} in the empty topic`,
              alter(setTypingStatus, 'told', nobody, { where: it => where(it) && it.topic === '' }),
              { since: 334 },
            ),
            fault(
              `${requirement}.lost-for-channel`,
              `No event for ${op} of type channel`,
              alter(setTypingStatus, 'told', nobody, {
                where: it => where(it) && it.params.text('type') === 'channel',
              }),
              { since: 248 },
            ),
          ]
        : []),
    ]
  }),
)

type Editing = Seen<typeof setMessageEditTypingStatus>

/** Typing during edits for which no event is delivered. */
const lost: readonly (readonly [
  op: 'start' | 'stop',
  word: string,
  describes: string,
  where?: (it: Editing) => boolean,
])[] = [
  ['start', 'lost', 'No event for start while editing'],
  ['stop', 'lost', 'No event for stop while editing'],
  ['start', 'direct', 'No event for start while a direct message is edited', ({ channel }) => channel === undefined],
  ['stop', 'direct', 'No event for stop while a direct message is edited', ({ channel }) => channel === undefined],
  [
    'start',
    'in-channels',
    'The start of an edit in a channel is reported to nobody',
    ({ channel }) => channel !== undefined,
  ],
]

export const typingEffectFaults: readonly Fault[] = [
  ...composing,
  fault(
    'typing.direct-start-event.untyped',
    'No event for a start that leaves the type out',
    alter(setTypingStatus, 'told', nobody, {
      where: ({ params }) => !params.has('type') && params.text('op') === 'start',
    }),
  ),
  ...lost.map(([op, word, describes, where = () => true]) =>
    fault(
      `typing.edit-${op}-event.${word}`,
      describes,
      alter(setMessageEditTypingStatus, 'told', nobody, { where: it => it.params.text('op') === op && where(it) }),
    ),
  ),
  fault(
    'typing.edit-stop-event.every-third',
    'Every third status of a message is reported to nobody where it is a stop',
    alter(setMessageEditTypingStatus, 'told', nobody, {
      every: 3,
      where: ({ params }) => params.text('op') === 'stop',
    }),
  ),
  fault(
    'typing.edit-stop-event.as-start',
    'Stopping to edit is reported as a start',
    alter(setMessageEditTypingStatus, 'event', event => ({ ...event, op: 'start' }), {
      where: ({ params }) => params.text('op') === 'stop',
    }),
  ),
]
