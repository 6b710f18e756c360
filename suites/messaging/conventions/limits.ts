/** Limits: messaging contract, "Limits". Values at a limit are judged; values over it are open, except the welcome text. */
import type { OpenPointId } from '../../../generated/catalogue.ts'
import { type Reply, Undecided } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { markFull } from '../capacity.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { type Changes, vary } from '../controls/variations.ts'
import { registered } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import { edit, newDirect, newInChannel, stateIfReadable } from '../scheduled-messages/scheduled-message-makers.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { isSize } from './limits.predicates.ts'

const MIB = 1024 * 1024
const JUST_UNDER_25_MB = 24_900_000

/** The longest text that a run sends. */
const LONGEST_TRIED = 500_000

/** A limit from the register settings; throws if it cannot be tried. */
async function limit(world: World, name: string): Promise<number> {
  const value = Number(await registered(world, name))
  if (!(value >= 1)) throw new Undecided('fixture-missing', `${name} leaves nothing to try`, false)
  if (value > LONGEST_TRIED) throw new Undecided('fixture-missing', `${name} is ${value}, more than a run tries`, false)
  return Math.floor(value)
}

/** A unique name of this length. */
function nameOfLength(world: World, length: number): string {
  const name = world.name('n', length)
  if (name.length > length) throw new Undecided('prerequisite-failed', `a limit of ${length} is too short for a name`)
  return name.padEnd(length, 'n')
}

/** With a character that HTML encodes: the limit is about what was sent. */
const textOfLength = (length: number, letters = 'te&t'): string =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length)

/** For messages, such as `with topic of 60 characters, which is the limit`. */
const atLimit = (sent: Changes): string =>
  Object.entries(sent)
    .map(([name, value]) => `with ${name} of ${String(value).length} characters, which is the limit`)
    .join(', ')

/** Letters of several scripts, each one unit in every way of counting characters. */
const welcomeOf = (length: number): Changes => ({
  welcome_message_custom_text: textOfLength(length - 1, 'Welcome, добро пожаловать, 歡迎光臨, خوش آمدید. ').concat('x'),
})

const acceptsWelcome = (operation: 'sendInvites' | 'createReusableInviteLink') => async (world: World) => {
  world
    .claim(await longestWelcome(world, operation))
    .sending(atLimit(welcomeOf(8000)))
    .succeeds()
}

const refusesLongerWelcome = (operation: 'sendInvites' | 'createReusableInviteLink') => async (world: World) => {
  const accepted = await longestWelcome(world, operation)
  world.requireAccepted(accepted)
  world
    .claim(await vary(world, operation, welcomeOf(8001)))
    .against(accepted)
    .isRefused()
}

const longestWelcome = shared(
  (world, operation: 'sendInvites' | 'createReusableInviteLink'): Promise<Reply> =>
    vary(world, operation, welcomeOf(8000)),
)

const channel = optionalParameters('createChannel', {
  name: async world => [{ name: nameOfLength(world, await limit(world, 'max_stream_name_length')) }],
  description: async world => [{ description: textOfLength(await limit(world, 'max_stream_description_length')) }],
})

const folder = optionalParameters('createChannelFolder', {
  name: async world => [{ name: nameOfLength(world, await limit(world, 'max_channel_folder_name_length')) }],
  description: async world => [
    { description: textOfLength(await limit(world, 'max_channel_folder_description_length')) },
  ],
})

/** `outside`: a proxy may answer a body over the limit, and it does not know the service's envelopes. */
const upload = (world: World, size: number, outside = false): Promise<Reply> =>
  vary(world, 'uploadFile', {}, { outside, files: [{ filename: 'large.txt', content: new Uint8Array(size).fill(97) }] })

/** The number of small files into which a refused file is divided. */
const PARTS = 16

/**
 * Whether the target has room for a large file. The contract states no quota: if small files of the same total size are
 * refused, after at least one was accepted, the target is full.
 */
async function hasRoomFor(world: World, size: number): Promise<boolean> {
  for (let part = 0; part < PARTS; part++)
    if (outcomeOf(await upload(world, Math.ceil(size / PARTS))) === 'error') return part === 0
  return true
}

/** Claims that an edit of a scheduled message is accepted and, if it can be read back, kept in full. */
const claimEditAccepted = async (world: World, id: number, sent: Changes): Promise<void> => {
  const { reply } = await edit(world, id, sent)
  world.claim(reply).sending(atLimit(sent)).succeeds()
  const [name = ''] = Object.keys(sent)
  const state = await stateIfReadable(world, id)
  if (state?.[name] !== undefined)
    world.claim(reply).sending(atLimit(sent)).isShown('the scheduled message', state, sent)
}

const holdsSizes = (names: readonly string[]) => async (world: World) => {
  for (const name of names) world.claim().keeps(isSize, { what: name, value: await registered(world, name) })
}

export default area('messaging.limits', ({ check, watch }) => [
  check(
    'messaging.limits.register-sizes',
    'The register settings hold the limits of messages, topics, channels and uploads as numbers, none negative',
    holdsSizes([
      'max_message_length',
      'max_topic_length',
      'max_stream_name_length',
      'max_stream_description_length',
      'max_file_upload_size_mib',
    ]),
  ),

  check(
    'messaging.limits.register-folder-sizes',
    'The register settings hold the limits of channel folder names and descriptions as numbers, none negative',
    holdsSizes(['max_channel_folder_name_length', 'max_channel_folder_description_length']),
  ),

  check(
    'messaging.limits.welcome-text',
    'An invitation takes a welcome text of 8000 characters of any script',
    acceptsWelcome('sendInvites'),
  ),
  check(
    'messaging.limits.welcome-text-over',
    'An invitation with a welcome text of 8001 characters is refused',
    refusesLongerWelcome('sendInvites'),
  ),
  check(
    'messaging.limits.link-welcome-text',
    'A reusable link takes a welcome text of 8000 characters of any script',
    acceptsWelcome('createReusableInviteLink'),
  ),
  check(
    'messaging.limits.link-welcome-text-over',
    'A reusable link with a welcome text of 8001 characters is refused',
    refusesLongerWelcome('createReusableInviteLink'),
  ),

  check(
    'messaging.limits.message-length',
    'A scheduled message takes and keeps content of the maximum message length',
    async world => {
      await claimEditAccepted(world, await newDirect(world), {
        content: textOfLength(await limit(world, 'max_message_length')),
      })
    },
  ),

  check(
    'messaging.limits.topic-length',
    'A scheduled channel message takes and keeps a topic of the maximum topic length',
    async world => {
      await claimEditAccepted(world, await newInChannel(world), {
        topic: textOfLength(await limit(world, 'max_topic_length')),
      })
    },
  ),

  check(
    'messaging.limits.channel-name-length',
    'A channel takes a name of the maximum channel name length',
    channel.accepts('name', atLimit),
  ),
  check(
    'messaging.limits.channel-description-length',
    'A channel takes a description of the maximum channel description length',
    channel.accepts('description', atLimit),
  ),
  check(
    'messaging.limits.folder-name-length',
    'A channel folder takes a name of the maximum folder name length',
    folder.accepts('name', atLimit),
  ),
  check(
    'messaging.limits.folder-description-length',
    'A channel folder takes a description of the maximum folder description length',
    folder.accepts('description', atLimit),
  ),

  check(
    'messaging.limits.upload-size',
    'A file no larger than the upload limit, and smaller than 25 MB, is accepted',
    async world => {
      const most = (await limit(world, 'max_file_upload_size_mib')) * MIB
      const size = Math.min(most, world.budget === 'quick' ? MIB : JUST_UNDER_25_MB)
      const reply = await upload(world, size)
      if (outcomeOf(reply) === 'error' && !(await hasRoomFor(world, size))) {
        markFull(world, 'uploadFile')
        return world.lacks('as much is refused in several small files as well')
      }
      world.claim(reply).sending(`with a file of ${size} bytes, the limit being ${most}`).succeeds()
    },
  ),

  watch(
    'over-in-messages',
    async world => {
      const content = textOfLength((await limit(world, 'max_message_length')) + 1)
      const long = await world.user.updateScheduledMessage(
        { scheduled_message_id: await newDirect(world), content },
        { observed: true },
      )
      world.observe('messaging.limits.message-over', `one more than allowed: ${inWords(long)}`, long)
      const most = await limit(world, 'max_topic_length')
      const tries = {
        'messaging.limits.topic-over': 't'.repeat(most + 1),
        'messaging.limits.length-unit': '題'.repeat(most),
      }
      for (const [id, topic] of Object.entries(tries)) {
        const scheduled_message_id = await newInChannel(world)
        const reply = await world.user.updateScheduledMessage({ scheduled_message_id, topic }, { observed: true })
        world.observe(id as OpenPointId, `a topic of ${topic.length} letters ${topic[0]}: ${inWords(reply)}`, reply)
      }
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'scheduled-message', 'register'], allow: 'write' } },
  ),

  watch(
    'over-in-channels',
    async world => {
      const observed = async (
        id: OpenPointId,
        operation: 'createChannel' | 'createChannelFolder',
        changes: Changes,
      ) => {
        const reply = await vary(world, operation, changes, { observed: true })
        world.observe(id, `one more than allowed in ${Object.keys(changes).join()}: ${inWords(reply)}`, reply)
      }
      if (world.level >= 417) {
        const name = nameOfLength(world, (await limit(world, 'max_stream_name_length')) + 1)
        await observed('messaging.limits.channel-name-over', 'createChannel', { name })
        const description = textOfLength((await limit(world, 'max_stream_description_length')) + 1)
        await observed('messaging.limits.channel-description-over', 'createChannel', { description })
      }
      if (world.level >= 389) {
        const name = nameOfLength(world, (await limit(world, 'max_channel_folder_name_length')) + 1)
        await observed('messaging.limits.folder-over', 'createChannelFolder', { name })
      }
    },
    { needs: { actors: ['admin'], fixtures: ['register'], allow: 'write' } },
  ),

  watch(
    'uploads-and-rates',
    async world => {
      const most = (await limit(world, 'max_file_upload_size_mib')) * MIB
      const small = most < JUST_UNDER_25_MB
      const reply = await upload(world, small ? most + 1 : 1, true)
      const seen = small ? `one byte over: ${inWords(reply)}` : 'not tried, for the limit is 25 MB or more'
      world.observe('messaging.limits.upload-over', seen, reply)
      const rates = Object.entries(reply.headers).filter(([name]) => name.includes('ratelimit'))
      const rate = rates.map(([name, value]) => `${name}: ${value}`).join(', ')
      world.observe('messaging.limits.rate', rate === '' ? 'no header tells of any' : rate, reply)
    },
    { needs: { actors: ['user'], fixtures: ['register'], allow: 'write' } },
  ),
])
