/** Controls of the endpoints for the organization, and for the user's own account, devices and files. */
import { isObject, type Reply, type SendOptions, Undecided, type UploadedFile } from '../../../harness/index.ts'
import { deviceToken } from '../account/device-tokens.ts'
import { whyNotWorking } from '../account/push-service.ts'
import type { Actor } from '../actor.ts'
import { registered, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { admin, type Control, user } from './control.ts'

/** The host of all playgrounds that checks add. */
export const HOST = 'https://play.example'
const TEMPLATE = `${HOST}/?source={code}`
const nothing = async (): Promise<Record<string, never>> => ({})
const FILE: UploadedFile = { filename: 'assay.txt', content: 'uploaded by a conformance run', type: 'text/plain' }

/** The user's password; without one nobody can log in. */
export function passwordOf(actor: Actor): string {
  if (actor.password === null) throw new Undecided('no-credentials', `no password is known for ${actor.name}`, false)
  return actor.password
}

/** The user names to log in with: the stated one, else the email address and the part before the @, as in a directory. */
export const usernamesOf = ({ email, username }: Actor): readonly string[] =>
  username === null ? [email, email.replace(/@.*/, '')] : [username]

/** The first of these user names that is accepted; null if none is. */
const acceptedUsernameOf = shared.by(
  (actor: Actor) => actor.email,
  async (world, actor): Promise<string | null> => {
    const password = passwordOf(actor)
    for (const username of usernamesOf(actor)) {
      const reply = await world.nobody.fetchApiKey({ username, password }, { observed: true })
      if (outcomeOf(reply) !== 'success') continue
      if (withKeyOf(actor, reply).apiKey !== actor.apiKey) world.keyMayHaveEnded(actor)
      return username
    }
    return null
  },
)

/** The user name for logging in, whether or not it is accepted. */
export const usernameOf = async (world: World, actor: Actor): Promise<string> =>
  (await acceptedUsernameOf(world, actor)) ?? actor.username ?? actor.email

/** The same; throws if none is accepted and none is stated: in a directory, somebody may have any name. */
export async function knownUsernameOf(world: World, actor: Actor): Promise<string> {
  const username = (await acceptedUsernameOf(world, actor)) ?? actor.username
  if (username === null)
    throw new Undecided('no-credentials', `no username is stated for ${actor.name}, and the email address is refused`)
  return username
}

/** The account that logs in. A login may invalidate the earlier key, so this is a new account if possible, else the user. */
export const loginAccount = shared(async (world): Promise<Actor> => {
  const made = world.allows('write') ? await world.fresh('member').catch(unlessMissing) : null
  return made && made.password !== null ? made : user(world)
})

/** The same person with the email and the key that the login returned. */
export const withKeyOf = (person: Actor, { json }: Reply): Actor => {
  const { email, api_key } = isObject(json) ? json : {}
  return person.withCredentials('account with the key fetched', { email: String(email), apiKey: String(api_key) })
}

export const organizationControls: {
  readonly createProfileField: Control<'createProfileField'>
  readonly getProfileFields: Control<'getProfileFields'>
  readonly addPlayground: Control<'addPlayground'>
  readonly getLinkifiers: Control<'getLinkifiers'>
  readonly getPresence: Control<'getPresence'>
  readonly addNavigationView: Control<'addNavigationView'>
  readonly fetchApiKey: Control<'fetchApiKey'>
  readonly removeApnsToken: Control<'removeApnsToken'>
  readonly sendTestPush: Control<'sendTestPush'>
  readonly uploadFile: Control<'uploadFile'>
  readonly deleteEventQueue: Control<'deleteEventQueue'>
} = {
  createProfileField: {
    who: admin,
    params: async world => ({ name: world.name('field'), field_type: 1 }),
  },
  getProfileFields: { who: user, params: nothing },
  addPlayground: {
    who: admin,
    params: async (world, by) => ({
      name: world.name('playground'),
      pygments_language: await knownLexer(world, by),
      url_template: TEMPLATE,
    }),
  },
  getLinkifiers: { who: user, params: nothing },
  getPresence: { who: user, params: nothing },
  addNavigationView: {
    who: user,
    params: async world => ({
      fragment: `narrow/search/${world.name('view').replaceAll(' ', '-')}`,
      is_pinned: true,
      name: world.name('view'),
    }),
  },
  fetchApiKey: {
    who: world => world.nobody,
    params: async (world, by) => {
      const account = by === world.nobody ? await loginAccount(world) : by
      const username = by === world.nobody ? await usernameOf(world, account) : (by.username ?? by.email)
      return { username, password: passwordOf(account) }
    },
  },
  removeApnsToken: {
    who: user,
    params: async (world, by) => ({ token: await deviceToken(world, by) }),
    replyFromTrial: async world => {
      const reply = await removedToken(world)
      return outcomeOf(reply) === 'error' ? removedToken(world) : reply
    },
  },
  sendTestPush: {
    who: user,
    params: async (world, by) => {
      await pushDevice(world, by)
      return {}
    },
    notConfigured: whyNotWorking,
  },
  uploadFile: {
    who: user,
    params: nothing,
    options: { files: [FILE] },
    optionsForTarget: inAcceptedPart,
    replyFromTrial: async world => (await acceptedUpload(world)).reply,
  },
  deleteEventQueue: {
    who: user,
    params: async (world, by) => {
      const queue = await world.provide('event-queue', { as: by.email, eventTypes: ['message'] })
      return { queue_id: queue.queueId }
    },
  },
}

/** The contract does not name the form part of a file: the first of these names with which a file is accepted is used. */
const PART_NAMES = ['filename', 'file', 'upload', 'attachment']

const acceptedUpload = shared(async (world): Promise<{ reply: Reply; part: string }> => {
  const refused: { reply: Reply; part: string }[] = []
  for (const part of PART_NAMES) {
    const tried = { reply: await user(world).uploadFile({}, { files: [{ ...FILE, part }] }), part }
    if (outcomeOf(tried.reply) !== 'error') return tried
    refused.push(tried)
  }
  const most = await registered(world, 'max_file_upload_size_mib').catch(unlessMissing)
  if (most === 0)
    throw new Undecided('fixture-missing', 'max_file_upload_size_mib is 0: nothing may be uploaded', false)
  return refused[0] as { reply: Reply; part: string }
})

/** If the file names no form part, it is sent in the one that was accepted. */
export async function inAcceptedPart(world: World, options: SendOptions): Promise<SendOptions> {
  const [file, ...more] = options.files ?? []
  if (!file || file.part !== undefined) return options
  const { part } = await acceptedUpload(world)
  return { ...options, files: [{ ...file, part }, ...more] }
}

/** Which lexers exist is configuration: the first of these that is accepted is used. If none is, nothing follows from that. */
const LEXERS = [
  ...['Python', 'python', 'JavaScript', 'javascript', 'Java', 'java', 'C', 'c', 'Bash', 'bash', 'Text only', 'text'],
  ...['Go', 'go', 'Rust', 'rust', 'Ruby', 'ruby', 'HTML', 'html', 'JSON', 'json', 'Python 3', 'python3'],
]

/** The reply to the first accepted lexer, or to the last one if none is accepted. Perhaps only owners may add playgrounds. */
export const acceptedLexer = shared.by(
  (_by: Actor) => 'whoever asks',
  async (world, by): Promise<{ reply: Reply; known: string | null }> => {
    let last: Reply | null = null
    const owner = await world.someone('owner')
    for (const who of owner && owner.email !== by.email ? [by, owner] : [by])
      for (const pygments_language of LEXERS) {
        last = await who.addPlayground({ name: world.name('playground'), pygments_language, url_template: TEMPLATE })
        if (outcomeOf(last) === 'success') return { reply: last, known: pygments_language }
      }
    return { reply: last as Reply, known: null }
  },
)

async function knownLexer(world: World, by: Actor): Promise<string> {
  const { known } = await acceptedLexer(world, by)
  if (known !== null) return known
  throw new Undecided('prerequisite-failed', `no lexer is known: ${LEXERS.join(', ')} were all refused`)
}

/** Registers a token and removes it. Another token may replace it meanwhile, if a deployment keeps only one for each user. */
async function removedToken(world: World): Promise<Reply> {
  const owner = user(world)
  return owner.removeApnsToken({ token: await deviceToken(world, owner) })
}

/** A device of the user for end-to-end encrypted notifications, registered once. */
export const pushDevice = (world: World, owner: Actor = user(world)): Promise<number> => deviceOf(world, owner)

/** A device that was sent nothing yet: a push relay may not know a made-up device and cause the server to drop it. */
export const newPushDevice = async (world: World, { email: as }: Actor = user(world)): Promise<number> =>
  (await world.provide('push-device', { as })).pushAccountId

const deviceOf = shared.by(({ email }: Actor) => email, newPushDevice)
