/** The models of event queues and device tokens: messaging contract, "Event queue" and "Account, devices and uploads". */
import { equals, type Ruling, Undecided, valueAt } from '../../../harness/index.ts'
import { succeeds } from '../envelope.predicates.ts'
import { nearMisses } from '../nearly-named.ts'
import { callers, type Done, type ModelFactor, type OperationModel, type Params } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { type Asked, type ModelValue, missing, value, wrong } from './values.ts'

const BAD_QUEUE = 'BAD_EVENT_QUEUE_ID'

type Secret = (asked: Asked) => Promise<string>

/** A new one of the caller's own, noted so that it can be shown that it is still there. */
const noted =
  (make: Secret, change: (text: string) => string | null): Secret =>
  async asked => {
    const text = await make(asked)
    const changed = change(text)
    if (changed === null || changed === text) throw new Undecided('fixture-missing', 'it has nothing to change', false)
    asked.notes.set('kept', text)
    return changed
  }

/** The one made before it is noted, so that it can be shown that it stayed. */
const newest =
  (make: Secret): Secret =>
  async asked => {
    asked.notes.set('neighbour', await make(asked))
    return make(asked)
  }

const older =
  (make: Secret): Secret =>
  async asked => {
    const first = await make(asked)
    asked.notes.set('neighbour', await make(asked))
    return first
  }

const everybody: ModelFactor = callers('user', 'owner')

const queue: Secret = async ({ world, caller }) =>
  String((await world.provide('event-queue', { as: caller.email, eventTypes: ['message'] })).queueId)

const removedBefore =
  (operation: 'deleteEventQueue' | 'removeApnsToken', parameter: string, make: Secret): Secret =>
  async asked => {
    const text = await make(asked)
    asked.world.requireAccepted(await asked.caller.sends(operation, { [parameter]: text }))
    return text
  }

export const deleteEventQueue: OperationModel = {
  operation: 'deleteEventQueue',
  needs: { actors: ['user'], fixtures: ['event-queue'], allow: 'write' },
  accepted: 'messaging.event-queues.deleted',
  decides: ['messaging.event-queues.error-queue-id', 'messaging.event-queues.others-stay'],
  factors: () => [
    everybody,
    {
      name: 'queue_id',
      values: [
        value('newest', newest(queue)),
        value('older', older(queue)),
        missing(refusedPreferably('messaging.event-queues.queue-id-required')),
        wrong(
          'deleted',
          removedBefore('deleteEventQueue', 'queue_id', queue),
          refused('messaging.event-queues.deleted-twice', BAD_QUEUE),
        ),
        ...nearly(queue, refused('messaging.event-queues.unknown', BAD_QUEUE)),
        wrong(
          'in another case',
          noted(queue, nearMisses['in another case']),
          refused('messaging.event-queues.unknown', BAD_QUEUE),
        ),
        wrong(
          'unknown',
          ({ world }: Asked) => world.name('Очередь 队列'),
          refused('messaging.event-queues.unknown', BAD_QUEUE),
        ),
      ],
    },
  ],
  judge: ({ row, reply, outcome, params }) =>
    outcome === 'error' && valueAt(reply.json, '/code') === BAD_QUEUE
      ? [
          {
            requirement: 'messaging.event-queues.error-queue-id',
            row,
            replies: [reply],
            predicate: equals as never,
            args: { pointer: '/queue_id', value: params['queue_id'] },
          },
        ]
      : [],
  review: async (_world, all) => stillThere(all, 'deleteEventQueue', 'queue_id', 'messaging.event-queues.others-stay'),
  rows: { quick: 0, standard: 32, thorough: 40 },
}

function nearly(make: Secret, rule: ReturnType<typeof refused>): ModelValue[] {
  return [
    wrong('halved', noted(make, nearMisses.halved), rule),
    wrong('one character off', noted(make, nearMisses['one character off']), rule),
  ]
}

/** What a refused removal nearly named, and what stood beside an accepted one, can still be removed. */
async function stillThere(
  all: readonly Done[],
  operation: 'deleteEventQueue' | 'removeApnsToken',
  parameter: string,
  requirement: RequirementId,
): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const { row, caller, notes, outcome } of all) {
    const kept = outcome === 'error' ? notes.get('kept') : notes.get('neighbour')
    if (typeof kept !== 'string') continue
    const reply = await caller.sends(operation, { [parameter]: kept } as Params)
    rulings.push({ requirement, row, replies: [reply], predicate: succeeds as never, args: {} })
  }
  return rulings
}

const token: Secret = async ({ world, caller }) =>
  String((await world.provide('apns-token', { as: caller.email })).token)

export const removeApnsToken: OperationModel = {
  operation: 'removeApnsToken',
  needs: { actors: ['user'], fixtures: ['apns-token'], allow: 'write' },
  accepted: 'messaging.apns.removed',
  decides: ['messaging.apns.refused-stays'],
  factors: () => [
    everybody,
    {
      name: 'token',
      values: [
        value('newest', newest(token)),
        value('older', older(token)),
        missing(refusedPreferably('messaging.apns.token-required')),
        wrong('empty', '', refused('messaging.apns.empty', 'BAD_REQUEST')),
        wrong(
          'removed',
          removedBefore('removeApnsToken', 'token', token),
          refused('messaging.apns.removed-twice', 'BAD_REQUEST'),
        ),
        ...nearly(token, refused('messaging.apns.unknown', 'BAD_REQUEST')),
      ],
    },
  ],
  review: async (_world, all) =>
    stillThere(
      all.filter(({ outcome }) => outcome === 'error'),
      'removeApnsToken',
      'token',
      'messaging.apns.refused-stays',
    ),
  rows: { quick: 0, standard: 24, thorough: 40 },
}
