/** The models of channels, folders and default channels: messaging contract, "Channels and channel folders". */
import { isNotShown, isShown, type Ruling } from '../../../harness/index.ts'
import { channelMadeBy, channelNamedIn, defaultChannelsWith } from '../channels/channel-makers.ts'
import { numberAt } from '../controls/controls.ts'
import { control, controlReply, vary } from '../controls/variations.ts'
import { isRefused, succeeds } from '../conventions/envelope.predicates.ts'
import { newlyMade } from '../fixtures.ts'
import { areAmong, areNotAmong, differsFromEachOther } from '../membership.predicates.ts'
import { shared } from '../shared.ts'
import { CHANNEL_SETTINGS } from '../user-groups/group-settings.ts'
import type { World } from '../world.ts'
import { acceptedAfterwards, selectionOf } from './afterwards.ts'
import { beforeFactor } from './before.ts'
import { type ParameterRules, parameters } from './derive.ts'
import { anyOrder, callers, type Done, type OperationModel, orNull, times } from './operation-model.ts'
import { refusedAgain } from './refused-again.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { mayBeCut, type RequestContext, texts, value, withOpenRefusal, wrong } from './values.ts'

const dashed = (name: string): RequirementId => `messaging.channels.${name.replaceAll('_', '-')}` as RequirementId

const settingRules = (name: string): ParameterRules => ({
  by: dashed(name),
  kind: refused(dashed(`${name}-kind`)),
})

/** The feature level that introduced POST /channels/create. */
const CHANNELS_SINCE = 417

export const createChannel: OperationModel = {
  operation: 'createChannel',
  since: CHANNELS_SINCE,
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.channels.created',
  decides: [
    'messaging.channels.exists',
    'messaging.channels.invite-only-private',
    'messaging.channels.invite-only-false',
    'messaging.channels.invite-only-default',
    'messaging.channels.default-stream-listed',
    'messaging.channels.default-stream-false',
    'messaging.channels.default-stream-default',
    'messaging.channels.subscribers-subscribed',
    'messaging.channels.refused-not-made',
  ],
  factors: level => [
    callers('admin', 'owner', 'moderator', 'member'),
    ...parameters('createChannel', level, {
      name: {
        by: 'messaging.channels.name-any-script',
        missing: refusedPreferably('messaging.channels.name-required'),
      },
      description: { by: 'messaging.channels.description', not: ['plain'] },
      subscribers: {
        missing: refusedPreferably('messaging.channels.subscribers-required'),
        kind: refused('messaging.channels.subscribers-kind'),
        unknown: refused('messaging.channels.subscribers-unknown'),
      },
      announce: { by: 'messaging.channels.announce', kind: refused('messaging.channels.announce-kind') },
      invite_only: { by: 'messaging.channels.invite-only', kind: refused('messaging.channels.invite-only-kind') },
      is_web_public: { by: 'messaging.channels.web-public-false', kind: refused('messaging.channels.web-public-kind') },
      is_default_stream: {
        by: 'messaging.channels.default-stream',
        kind: refused('messaging.channels.default-stream-kind'),
      },
      folder_id: {
        by: 'messaging.channels.folder',
        kind: refused('messaging.channels.folder-kind'),
        unknown: refused('messaging.channels.folder-unknown'),
      },
      topics_policy: {
        by: 'messaging.channels.topics-policy-values',
        outside: refused('messaging.channels.topics-policy-outside'),
      },
      history_public_to_subscribers: {
        by: 'messaging.channels.history-public',
        kind: refused('messaging.channels.history-public-kind'),
      },
      message_retention_days: {
        values: [
          value('days', 30, 'messaging.channels.retention-days'),
          value('realm_default', 'realm_default', 'messaging.channels.retention-realm-default'),
          value('unlimited', 'unlimited', 'messaging.channels.retention-unlimited'),
        ],
        outside: refused('messaging.channels.retention-outside'),
        more: [wrong('a boolean', true, refused('messaging.channels.retention-outside'))],
      },
      ...Object.fromEntries(CHANNEL_SETTINGS.map(name => [name, settingRules(name)])),
    }),
    anyOrder('createChannel', level),
    times(),
  ],
  exclusions: [
    {
      reason: 'a private channel cannot be a default one',
      excludes: row => row['invite_only'] === 'true' && row['is_default_stream'] === 'true',
    },
    {
      reason: 'who else than an owner may set the retention, or make a channel private, is open',
      excludes: row =>
        row['caller'] !== undefined &&
        row['caller'] !== 'owner' &&
        ((row['message_retention_days'] !== undefined && row['message_retention_days'] !== 'absent') ||
          row['invite_only'] === 'true'),
    },
  ],
  risky: ['caller', 'invite_only', 'is_default_stream', 'announce'],
  review: reviewChannels,
  rows: { quick: 0, standard: 121, thorough: 1000 },
}

/** How many of the refused channels are looked for; the thorough budget looks for all. */
const LOOKED_FOR = 4

/** Judges by fixtures that each created channel exists as sent, and that none of the refused ones exists. */
async function reviewChannels(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  const charge = ({ row, reply }: Done, requirement: RequirementId, predicate: unknown, args: object): void =>
    void rulings.push({ requirement, row, replies: [reply], predicate, args } as Ruling)
  const found = new Map<Done, Readonly<Record<string, unknown>>>()
  for (const done of all.filter(({ outcome }) => outcome === 'success')) {
    const channel = await channelMadeBy(world, done.reply)
    charge(done, 'messaging.channels.exists', isShown, { what: 'the channel', found: channel })
    if (!channel) continue
    found.set(done, channel)
    const { invite_only, subscribers } = done.params
    charge(done, PRIVATE[String(invite_only) as keyof typeof PRIVATE], isShown, {
      what: 'the channel',
      found: channel,
      has: { private: invite_only === true },
    })
    // The deployment decides whom a caller who is not an administrator may subscribe besides themselves.
    const mustBeIn = (subscribers as number[]).filter(
      id => isAdministrator(done.row['caller']) || id === done.caller.userId,
    )
    const args = { what: 'its subscribers', items: mustBeIn, among: channel['subscribers'] ?? null }
    if (mustBeIn.length > 0) charge(done, 'messaging.channels.subscribers-subscribed', areAmong, args)
  }
  // The deployment decides what others may make a default channel.
  const decided = [...found].filter(
    ([{ params, row }]) => params['is_default_stream'] !== true || isAdministrator(row['caller']),
  )
  const awaited = decided.flatMap(([{ params }, { id }]) => (params['is_default_stream'] === true ? [id] : []))
  const defaults = await orNull(defaultChannelsWith(world, awaited))
  if (defaults)
    for (const [done, channel] of decided) {
      const { is_default_stream } = done.params
      const args = { what: 'the default channels', items: [channel['id']], among: defaults }
      const requirement = DEFAULT[String(is_default_stream) as keyof typeof DEFAULT]
      charge(done, requirement, is_default_stream === true ? areAmong : areNotAmong, args)
    }
  const refusals = all.filter(({ outcome, params }) => outcome === 'error' && typeof params['name'] === 'string')
  for (const done of world.budget === 'thorough' ? refusals : refusals.slice(0, LOOKED_FOR)) {
    const args = { what: 'channel', found: await channelNamedIn(world, done.reply) }
    charge(done, 'messaging.channels.refused-not-made', isNotShown, args)
  }
  return rulings
}

const PRIVATE = {
  true: 'messaging.channels.invite-only-private',
  false: 'messaging.channels.invite-only-false',
  undefined: 'messaging.channels.invite-only-default',
} as const

const DEFAULT = {
  true: 'messaging.channels.default-stream-listed',
  false: 'messaging.channels.default-stream-false',
  undefined: 'messaging.channels.default-stream-default',
} as const

const UNAUTHORIZED = 'UNAUTHORIZED_PRINCIPAL'

/** Callers who are not administrators; a separate requirement for each says that they are refused. */
const otherCallers = (area: 'channel-folders' | 'default-channels', ...codes: readonly string[]) =>
  (['moderator', 'member', 'guest', 'bot'] as const).map(role =>
    wrong(role, undefined, refused(`messaging.${area}.${role}-refused`, ...codes)),
  )

export const createChannelFolder: OperationModel = {
  operation: 'createChannelFolder',
  since: 389,
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.channel-folders.created',
  decides: [
    'messaging.channel-folders.ids-distinct',
    'messaging.channel-folders.refused-name-free',
    'messaging.channels.folder',
  ],
  factors: level => {
    const administrators = callers('admin', 'owner')
    return [
      { ...administrators, values: [...administrators.values, ...otherCallers('channel-folders', UNAUTHORIZED)] },
      ...parameters('createChannelFolder', level, {
        name: {
          by: 'messaging.channel-folders.name-any-script',
          missing: refusedPreferably('messaging.channel-folders.name-required'),
          more: [wrong('empty', '', refused('messaging.channel-folders.name-empty'))],
        },
        description: {
          values: [
            ...texts('folder', { limit: 'max_channel_folder_description_length' }),
            value('empty', '', 'messaging.channel-folders.description-empty'),
          ],
          missing: refusedPreferably('messaging.channel-folders.description-required'),
        },
      }),
      anyOrder('createChannelFolder', level),
      times(),
    ]
  },
  review: async (world, all) => [
    ...(await distinctFolders(world, all)),
    ...(await foldersUsed(world, all)),
    ...(await folderNamesFree(world, all)),
  ],
  rows: { quick: 0, standard: 66, thorough: 240 },
}

const folderOf = ({ reply }: Done): number | null => numberAt(reply, 'channel_folder_id')

async function distinctFolders(world: World, all: readonly Done[]): Promise<Ruling[]> {
  const made = all.filter(done => folderOf(done) !== null)
  const last = made.at(-1)
  if (!last) return []
  const first = await orNull(controlReply(world, 'createChannelFolder'))
  const replies = [...(first ? [first] : []), ...made.map(({ reply }) => reply)]
  const requirement = 'messaging.channel-folders.ids-distinct'
  const args = { pointer: '/channel_folder_id' }
  return [{ requirement, row: last.row, replies, predicate: differsFromEachOther as never, args }]
}

/** Judges that created folders exist: a channel can be put into them. */
async function foldersUsed(world: World, all: readonly Done[]): Promise<Ruling[]> {
  if (world.level < CHANNELS_SINCE || !(await orNull(control(world, 'createChannel')))) return []
  const rulings: Ruling[] = []
  for (const done of selectionOf(all.filter(one => one.outcome === 'success' && folderOf(one) !== null))) {
    const reply = await vary(world, 'createChannel', { folder_id: folderOf(done) })
    const requirement = 'messaging.channels.folder'
    rulings.push({ requirement, row: done.row, replies: [reply], predicate: succeeds as never, args: {} })
  }
  return rulings
}

/** Judges that an administrator can use the name of a refused folder. */
function folderNamesFree(world: World, all: readonly Done[]): Promise<Ruling[]> {
  // If no limit is known, long texts may be refused.
  const refusals = all.filter(({ row, params }) => params['name'] && ![row['name'], row['description']].some(mayBeCut))
  const requirement = 'messaging.channel-folders.refused-name-free'
  return acceptedAfterwards(world, 'createChannelFolder', requirement, refusals, ({ row, caller, params }) => ({
    by: isAdministrator(row['caller']) ? caller : world.admin,
    params: { ...params, description: params['description'] ?? '' },
  }))
}

export const addDefaultChannel: OperationModel = {
  operation: 'addDefaultChannel',
  needs: { actors: ['admin'], fixtures: ['channel'], allow: 'write' },
  accepted: 'messaging.default-channels.added',
  decides: [
    'messaging.default-channels.listed',
    'messaging.default-channels.private-not-listed',
    'messaging.default-channels.member-not-listed',
    'messaging.default-channels.refused-not-listed',
  ],
  factors: level => {
    const administrators = callers('admin', 'owner')
    const made = (wish: object) => (context: RequestContext) => newlyMade(context.world, 'channel', { ...wish })
    /** A refused request changes nothing, so all callers who are refused share one channel. */
    const oneFor = (context: RequestContext) =>
      isAdministrator(context.row['caller']) ? made({})(context) : untouchedChannel(context.world)
    return [
      {
        ...administrators,
        values: [...administrators.values, ...otherCallers('default-channels', UNAUTHORIZED, 'BAD_REQUEST')],
      },
      ...parameters('addDefaultChannel', level, {
        stream_id: {
          values: [
            value('new', oneFor),
            value('with subscribers', async (context: RequestContext) =>
              isAdministrator(context.row['caller'])
                ? made({ subscribers: [context.caller.userId] })(context)
                : untouchedChannel(context.world, context.caller.userId),
            ),
          ],
          missing: refusedPreferably('messaging.default-channels.stream-id-required'),
          kind: refused('messaging.default-channels.stream-id-kind'),
          unknown: refused('messaging.default-channels.unknown', 'BAD_REQUEST'),
          more: [
            wrong(
              'private',
              ({ world }: RequestContext) => privateChannel(world),
              refused('messaging.default-channels.private', 'BAD_REQUEST'),
            ),
          ],
        },
      }),
      {
        ...beforeFactor,
        values: [...beforeFactor.values, { ...withOpenRefusal(value('added', undefined)), costs: 1 }],
      },
      times(),
    ]
  },
  request: async ({ row, caller }, params) => {
    if (row['before'] === 'added') await caller.sends('addDefaultChannel', params)
    return params
  },
  review: reviewDefaults,
  rows: { quick: 0, standard: 40, thorough: 120 },
}

const isAdministrator = (caller: string | undefined): boolean => caller === 'admin' || caller === 'owner'

const privateChannel = shared((world): Promise<number> => newlyMade(world, 'channel', { private: true }))

const untouchedChannel = shared(
  (world, subscriber?: number): Promise<number> =>
    newlyMade(world, 'channel', subscriber === undefined ? {} : { subscribers: [subscriber] }),
)

/** Judges that all other roles are refused a request that an administrator was allowed, or refused for another reason. */
async function refusedAfterwards(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  const added = all.find(({ outcome }) => outcome === 'success')
  const barred = all.find(({ row, outcome }) => row['stream_id'] === 'private' && outcome === 'error')
  const administrators = [await world.someone('admin'), await world.someone('owner')].map(one => one?.email)
  for (const { refusedBy = '', name } of otherCallers('default-channels', UNAUTHORIZED, 'BAD_REQUEST')) {
    const found = added && (await world.someone(name as 'member'))
    // If an administrator stands in for the role, there is nobody to be refused.
    const caller = found && !administrators.includes(found.email) ? found : null
    for (const done of caller ? [added, barred] : []) {
      const reply = done && (await caller?.sends('addDefaultChannel', done.params))
      if (!reply) continue
      const args = { codes: [UNAUTHORIZED, 'BAD_REQUEST'] }
      const base = { row: { ...done.row, caller: name }, replies: [reply], control: added?.reply }
      rulings.push({ ...base, requirement: refusedBy, predicate: isRefused as never, args })
    }
  }
  return rulings
}

/** Judges that accepted default channels are listed and refused ones are not; earlier ones must still be listed. */
async function reviewDefaults(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const again = [...(await refusedAgain(world, addDefaultChannel, all)), ...(await refusedAfterwards(world, all))]
  const defaults = await orNull(world.provide('default-channels'))
  if (!defaults) return again
  const listed = all.flatMap(({ row, reply, outcome, params }): Ruling[] => {
    const id = params['stream_id']
    // A channel added before stays listed, even if adding it again was refused.
    if (typeof id !== 'number' || (row['before'] === 'added' && outcome !== 'success')) return []
    const requirement =
      outcome === 'success'
        ? 'messaging.default-channels.listed'
        : row['stream_id'] === 'private'
          ? 'messaging.default-channels.private-not-listed'
          : row['caller'] === 'member'
            ? 'messaging.default-channels.member-not-listed'
            : 'messaging.default-channels.refused-not-listed'
    const predicate = (outcome === 'success' ? areAmong : areNotAmong) as never
    const args = { what: 'the default channels', items: [id], among: defaults['ids'] }
    return [{ requirement, row, replies: [reply], predicate, args }]
  })
  return [...again, ...listed]
}
