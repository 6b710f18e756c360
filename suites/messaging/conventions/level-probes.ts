/** Finds out on which side of each change a deployment behaves, whatever level it claims: messaging contract, "Versioning". */
import { bodyOf, type Needs, type Reply, valueAt } from '../../../harness/index.ts'
import { vary } from '../controls/variations.ts'
import { channelOf, editableToOneself, scheduledToOneself } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { listGroups, makeGroup } from '../user-groups/user-group-makers.ts'
import type { World } from '../world.ts'

export interface Sighting {
  readonly shown: 'after' | 'before' | 'unclear'
  readonly saw: string
  readonly replies: readonly Reply[]
  /** Endpoints that do not show the change although others do. */
  readonly lacking?: readonly string[]
}

export interface LevelProbe {
  readonly change: number
  readonly what: string
  readonly needs: Needs
  readonly look: (world: World) => Promise<Sighting>
}

const quietly = { observed: true } as const
const accepted = (reply: Reply): boolean => outcomeOf(reply) === 'success'
const unclear = (saw: string, ...replies: readonly Reply[]): Sighting => ({ shown: 'unclear', saw, replies })
const saw = (after: boolean, what: string, ...replies: readonly Reply[]): Sighting => ({
  shown: after ? 'after' : 'before',
  saw: what,
  replies,
})

/** Compares a request with the same request with one change: whether the change is accepted shows the side. */
function inWords(control: Reply, changed: Reply, what: string, acceptedMeansAfter = true): Sighting {
  if (!accepted(control))
    return unclear(`the request to compare with was refused: ${bodyOf(control.exchange, 120)}`, control)
  const word = accepted(changed) ? 'accepted' : 'refused'
  return saw(accepted(changed) === acceptedMeansAfter, `${what} is ${word}`, control, changed)
}

/** Combines several endpoints that a change affects: one that shows it is enough, and the others lack it. */
function together(sightings: readonly (readonly [endpoint: string, Sighting])[]): Sighting {
  const clear = sightings.filter(([, { shown }]) => shown !== 'unclear')
  const [first] = clear.length > 0 ? clear : sightings
  if (!first) return unclear('nothing could be tried')
  const after = clear.filter(([, { shown }]) => shown === 'after')
  return {
    shown: after.length > 0 ? 'after' : first[1].shown,
    saw: sightings.map(([endpoint, one]) => `${endpoint}: ${one.saw}`).join('; '),
    replies: sightings.flatMap(([, { replies }]) => replies),
    lacking:
      after.length === 0 ? [] : clear.filter(([, { shown }]) => shown === 'before').map(([endpoint]) => endpoint),
  }
}

/** Whether an endpoint that this level introduced accepts its smallest request. */
const endpointThere = (what: string, ask: (world: World) => Promise<Reply>) => async (world: World) => {
  const reply = await ask(world)
  return saw(
    accepted(reply),
    `${what} ${accepted(reply) ? 'is served' : `answers ${bodyOf(reply.exchange, 120)}`}`,
    reply,
  )
}

const READING = [
  ['getLinkifiers', 'GET /realm/linkifiers'],
  ['getProfileFields', 'GET /realm/profile_fields'],
  ['getPresence', 'GET /realm/presence'],
  ['getUserGroups', 'GET /user_groups'],
] as const

async function listsUnsupported(world: World, operation: (typeof READING)[number][0]): Promise<Sighting> {
  const reply = await world.user.sends(operation, { assay_unsupported: 'x' }, quietly)
  if (!accepted(reply)) return unclear(`refused: ${bodyOf(reply.exchange, 120)}`, reply)
  const listed = valueAt(reply.json, '/ignored_parameters_unsupported')
  const names = Array.isArray(listed) && listed.includes('assay_unsupported')
  return saw(names, `an unsupported parameter is ${names ? '' : 'not '}listed`, reply)
}

const typing = (world: World, params: Readonly<Record<string, unknown>>): Promise<Reply> =>
  world.user.sends('setTypingStatus', { op: 'stop', ...params }, quietly)

export const levelProbes: readonly LevelProbe[] = [
  {
    change: 167,
    what: 'success replies list unsupported parameters',
    needs: { actors: ['user'] },
    async look(world) {
      const sightings: [string, Sighting][] = []
      for (const [operation, endpoint] of READING) sightings.push([endpoint, await listsUnsupported(world, operation)])
      return together(sightings)
    },
  },
  {
    change: 215,
    what: "typing drops the type 'private'",
    needs: { actors: ['user', 'second'], allow: 'write' },
    async look(world) {
      const to = [world.second.userId]
      return inWords(await typing(world, { to }), await typing(world, { to, type: 'private' }), "type 'private'", false)
    },
  },
  {
    change: 248,
    what: "'channel' is a message type",
    needs: { actors: ['user'], fixtures: ['channel', 'scheduled-message'], allow: 'write' },
    async look(world) {
      const channel = await channelOf(world, world.user)
      const edit = {
        scheduled_message_id: await scheduledToOneself(world, world.user),
        to: channel,
        topic: 'assay',
      }
      const as = (type: string): Promise<Reply> =>
        world.user.sends('updateScheduledMessage', { ...edit, type }, quietly)
      const typed = (type: string): Promise<Reply> => typing(world, { type, stream_id: channel, topic: 'assay' })
      return together([
        ['PATCH /scheduled_messages', inWords(await as('stream'), await as('channel'), "type 'channel'")],
        ['POST /typing', inWords(await typed('stream'), await typed('channel'), "type 'channel'")],
      ])
    },
  },
  {
    change: 272,
    what: 'uploads answer url',
    needs: { actors: ['user'], allow: 'write' },
    async look(world) {
      const reply = await vary(world, 'uploadFile', {}, quietly)
      if (!accepted(reply)) return unclear(`an upload was refused: ${bodyOf(reply.exchange, 120)}`, reply)
      const there = valueAt(reply.json, '/url') !== undefined
      return saw(there, `the reply has ${there ? '' : 'no '}url`, reply)
    },
  },
  {
    change: 294,
    what: 'include_deactivated_groups lists deactivated groups',
    needs: { actors: ['admin'], allow: 'write' },
    async look(world) {
      const { id } = await makeGroup(world)
      const gone = await world.admin.deactivateUserGroup({ user_group_id: id }, quietly)
      if (!accepted(gone)) return unclear(`deactivating a group was refused: ${bodyOf(gone.exchange, 120)}`, gone)
      const reply = await listGroups(world, { include_deactivated_groups: true })
      const groups = valueAt(reply.json, '/user_groups')
      const listed = Array.isArray(groups) && groups.some(group => group?.id === id)
      return saw(listed, `a deactivated group is ${listed ? '' : 'not '}listed`, gone, reply)
    },
  },
  {
    change: 334,
    what: 'the empty topic is a topic',
    needs: { actors: ['user'], fixtures: ['channel'], allow: 'write' },
    async look(world) {
      const place = { type: 'stream', stream_id: await channelOf(world, world.user) }
      return inWords(
        await typing(world, { ...place, topic: 'assay' }),
        await typing(world, { ...place, topic: '' }),
        'the topic ""',
      )
    },
  },
  {
    change: 361,
    what: 'typing while editing a message has an endpoint of its own',
    needs: { actors: ['user'], fixtures: ['message'], allow: 'write' },
    look: endpointThere('POST /messages/{message_id}/typing', async world =>
      world.user.setMessageEditTypingStatus(
        { message_id: await editableToOneself(world, world.user), op: 'stop' },
        quietly,
      ),
    ),
  },
  {
    change: 389,
    what: 'channel folders exist',
    needs: { actors: ['admin'], allow: 'write' },
    look: endpointThere('POST /channel_folders/create', world => vary(world, 'createChannelFolder', {}, quietly)),
  },
  {
    change: 417,
    what: 'channels can be created by an endpoint of their own',
    needs: { actors: ['admin'], allow: 'write' },
    look: endpointThere('POST /channels/create', world => vary(world, 'createChannel', {}, quietly)),
  },
]
