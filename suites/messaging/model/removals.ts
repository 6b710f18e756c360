/** The models of event queues and device tokens: messaging contract, "Event queue" and "Account, devices and uploads". */
import { equals, type Ruling, Undecided, valueAt } from '../../../harness/index.ts'
import { deviceToken, severalTokens } from '../account/device-tokens.ts'
import { nearMisses } from '../controls/near-misses.ts'
import { isRefused, succeeds } from '../conventions/envelope.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { beforeFactor } from './before.ts'
import { type Done, everybody, type OperationModel, type Params } from './operation-model.ts'
import { refusedAgain } from './refused-again.ts'
import { type RequirementId, type Rule, refused, refusedPreferably } from './rules.ts'
import { type ModelValue, missing, type RequestContext, value, wrong } from './values.ts'

const BAD_QUEUE = 'BAD_EVENT_QUEUE_ID'
const QUEUE_TWICE = refused('messaging.event-queues.deleted-twice', BAD_QUEUE)
const TOKEN_TWICE = refused('messaging.apns.removed-twice', 'BAD_REQUEST')

const codesOf = ({ codes }: Rule): { codes?: readonly string[] } => (codes ? { codes } : {})

type MakeName = (context: RequestContext) => Promise<string>

/** The queue or token of each caller that is kept while others are removed. */
const kept = shared.by(
  (make: MakeName) => make.name,
  async (_world, _make): Promise<Map<string, string>> => new Map(),
)

async function keptOf(context: RequestContext, make: MakeName): Promise<string> {
  const all = await kept(context.world, make)
  const text = all.get(context.caller.email) ?? (await make(context))
  all.set(context.caller.email, text)
  return text
}

/** A changed form of the caller's kept queue or token; notes the real one, so that a later step shows that it still exists. */
const nearMissOf =
  (make: MakeName, change: (text: string) => string | null): MakeName =>
  async context => {
    const text = await keptOf(context, make)
    const changed = change(text)
    if (changed === null || changed === text) throw new Undecided('fixture-missing', 'it has nothing to change', false)
    context.notes.set('kept', text)
    return changed
  }

/** A new queue or token; notes the kept one made before it, so that a later step shows that it still exists. */
const newerThanKept =
  (make: MakeName): MakeName =>
  async context => {
    context.notes.set('neighbour', await keptOf(context, make))
    return make(context)
  }

const olderOfTwo =
  (make: MakeName): MakeName =>
  async context => {
    const first = await make(context)
    context.notes.set('neighbour', await make(context))
    return first
  }

/** When each queue was made. The contract does not say how long an unread queue lives: an old one may have expired. */
const queuesMade = shared(async (_world): Promise<Map<string, number>> => new Map())
const SURELY_THERE_MS = 30_000

const queue: MakeName = async ({ world, caller }) => {
  const id = String((await world.provide('event-queue', { as: caller.email, eventTypes: ['message'] })).queueId)
  ;(await queuesMade(world)).set(id, world.clock.now())
  return id
}

/** The queues or tokens that each caller removed by accepted requests and that nobody had tried to remove before. */
const removedByCaller = shared.by(
  (operation: string, email: string) => `${operation} ${email}`,
  async (_world, _operation, _email): Promise<string[]> => [],
)

const removed =
  (operation: string, parameter: string) =>
  async ({ row, outcome, caller, params }: Done, world: World): Promise<void> => {
    const text = params[parameter]
    if (outcome === 'success' && row['before'] === 'nothing' && typeof text === 'string')
      (await removedByCaller(world, operation, caller.email)).push(text)
  }

const removedBefore =
  (operation: 'deleteEventQueue' | 'removeApnsToken', parameter: string, make: MakeName): MakeName =>
  async context => {
    const known = (await removedByCaller(context.world, operation, context.caller.email)).pop()
    if (known !== undefined) return known
    const text = await make(context)
    context.world.requireAccepted(await context.caller.sends(operation, { [parameter]: text }))
    return text
  }

export const deleteEventQueue: OperationModel = {
  operation: 'deleteEventQueue',
  needs: { actors: ['user'], fixtures: ['event-queue'], allow: 'write' },
  accepted: 'messaging.event-queues.deleted',
  decides: ['messaging.event-queues.error-queue-id', 'messaging.event-queues.others-stay'],
  factors: () => [
    everybody,
    beforeFactor,
    {
      name: 'queue_id',
      values: [
        value('newest', newerThanKept(queue)),
        value('older', olderOfTwo(queue)),
        missing(refusedPreferably('messaging.event-queues.queue-id-required')),
        wrong('deleted', removedBefore('deleteEventQueue', 'queue_id', queue), QUEUE_TWICE),
        ...nearly(queue, refused('messaging.event-queues.unknown', BAD_QUEUE)),
        wrong(
          'in another case',
          nearMissOf(queue, nearMisses['in another case']),
          refused('messaging.event-queues.unknown', BAD_QUEUE),
        ),
        wrong(
          'unknown',
          ({ world }: RequestContext) => world.name('Очередь 队列'),
          refused('messaging.event-queues.unknown', BAD_QUEUE),
        ),
      ],
    },
  ],
  settled: removed('deleteEventQueue', 'queue_id'),
  judge: ({ row, reply, outcome, params }) =>
    outcome === 'error' && valueAt(reply.json, '/code') === BAD_QUEUE && params['queue_id'] !== undefined
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
  review: async (world, all) => [
    ...(await refusedAgain(world, deleteEventQueue, all)),
    ...(await stillThere(world, all, queue, 'deleteEventQueue', 'messaging.event-queues.others-stay', QUEUE_TWICE)),
  ],
  rows: { quick: 0, standard: 50, thorough: 120 },
}

function nearly(make: MakeName, rule: ReturnType<typeof refused>): ModelValue[] {
  return [
    wrong('halved', nearMissOf(make, nearMisses.halved), rule),
    wrong('one character off', nearMissOf(make, nearMisses['one character off']), rule),
  ]
}

/** Judges that what a refused removal nearly named, and what was beside an accepted one, can still be removed. */
async function stillThere(
  world: World,
  all: readonly Done[],
  make: MakeName,
  operation: 'deleteEventQueue' | 'removeApnsToken',
  requirement: RequirementId,
  twice: Rule,
): Promise<readonly Ruling[]> {
  const parameter = operation === 'deleteEventQueue' ? 'queue_id' : 'token'
  const rulings: Ruling[] = []
  const seen = new Set<string>()
  const made = await queuesMade(world)
  for (const { row, caller, notes, outcome } of all) {
    const text = outcome === 'error' ? notes.get('kept') : notes.get('neighbour')
    if (typeof text !== 'string' || seen.has(text)) continue
    if (world.clock.now() - (made.get(text) ?? world.clock.now()) > SURELY_THERE_MS) continue
    seen.add(text)
    const reply = await caller.sends(operation, { [parameter]: text } as Params)
    rulings.push({ requirement, row, replies: [reply], predicate: succeeds as never, args: {} })
  }
  // An object removed after others had tried to remove it is gone as well: removing it again must be refused.
  for (const { row, caller, params, outcome, reply: control } of all) {
    if (outcome !== 'success' || row['before'] === 'nothing') continue
    const reply = await caller.sends(operation, params)
    rulings.push({
      requirement: twice.by,
      row,
      replies: [reply],
      control,
      predicate: isRefused as never,
      args: codesOf(twice),
    })
  }
  const left = await kept(world, make)
  for (const [email, text] of left) if (seen.has(text)) left.delete(email)
  return rulings
}

const token: MakeName = ({ world, caller }) => deviceToken(world, caller)

const sideBySide =
  (make: MakeName): MakeName =>
  async context => {
    if (await severalTokens(context.world)) return make(context)
    throw new Undecided('fixture-missing', 'a user has one token at a time', false)
  }

export const removeApnsToken: OperationModel = {
  operation: 'removeApnsToken',
  needs: { actors: ['user'], fixtures: ['apns-token'], allow: 'write' },
  accepted: 'messaging.apns.removed',
  decides: ['messaging.apns.refused-stays'],
  factors: () => [
    everybody,
    beforeFactor,
    {
      name: 'token',
      values: [
        value('newest', sideBySide(newerThanKept(token))),
        value('older', sideBySide(olderOfTwo(token))),
        missing(refusedPreferably('messaging.apns.token-required')),
        wrong('empty', '', refused('messaging.apns.empty', 'BAD_REQUEST')),
        wrong(
          'of an impossible length',
          async (context: RequestContext) => (await token(context)).repeat(200),
          refused('messaging.apns.invalid-length', 'BAD_REQUEST'),
        ),
        wrong('removed', sideBySide(removedBefore('removeApnsToken', 'token', token)), TOKEN_TWICE),
        ...nearly(token, refused('messaging.apns.unknown', 'BAD_REQUEST')),
      ],
    },
  ],
  settled: removed('removeApnsToken', 'token'),
  review: async (world, all) => {
    if (!(await severalTokens(world))) return refusedAgain(world, removeApnsToken, all)
    // The contract does not say that other tokens of the user remain when one is removed.
    const alone = all.map(done => (done.outcome === 'error' ? done : { ...done, notes: new Map() }))
    return [
      ...(await refusedAgain(world, removeApnsToken, all)),
      ...(await stillThere(world, alone, token, 'removeApnsToken', 'messaging.apns.refused-stays', TOKEN_TWICE)),
    ]
  },
  rows: { quick: 0, standard: 50, thorough: 120 },
}
