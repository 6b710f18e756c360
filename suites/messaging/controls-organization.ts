/** Controls of the endpoints for the organization, the own account, its devices and its files. */
import { isObject, type Reply, type SendOptions, Undecided, type UploadedFile } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import type { Control } from './control.ts'
import { deviceToken } from './device-tokens.ts'
import { registered, unlessMissing } from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { shared } from './shared.ts'
import type { World } from './world.ts'

const admin = (world: World): Actor => world.anyOf('admin', 'owner')
const user = (world: World): Actor => world.anyOf('user', 'member', 'admin', 'owner')
const TEMPLATE = 'https://play.example/?source={code}'
const nothing = async (): Promise<Record<string, never>> => ({})
const FILE: UploadedFile = { filename: 'assay.txt', content: 'uploaded by a conformance run', type: 'text/plain' }

/** The user's password, without which there is nothing to log in with. */
export function passwordOf(actor: Actor): string {
  if (actor.password === null) throw new Undecided('no-credentials', `no password is known for ${actor.name}`, false)
  return actor.password
}

/** What somebody logs in with: the address, or, where only that is accepted, the part before the @, as a directory has it. */
export const usernameOf = shared.by(
  (actor: Actor) => actor.email,
  async (world, actor): Promise<string> => {
    const password = passwordOf(actor)
    for (const username of [actor.email, actor.email.replace(/@.*/, '')]) {
      const reply = await world.nobody.fetchApiKey({ username, password }, { observed: true })
      if (outcomeOf(reply) !== 'success') continue
      if (withKeyOf(actor, reply).apiKey !== actor.apiKey) world.keyMayHaveEnded(actor)
      return username
    }
    return actor.email
  },
)

/** Who logs in: a login may end the key that the account had before, so somebody made for it, else the user. */
export const loginAccount = shared(async (world): Promise<Actor> => {
  const made = world.allows('write') ? await world.fresh('member').catch(unlessMissing) : null
  return made && made.password !== null ? made : user(world)
})

/** The same person with the email and the key that a login answered. */
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
      const username = by === world.nobody ? await usernameOf(world, account) : by.email
      return { username, password: passwordOf(account) }
    },
  },
  removeApnsToken: {
    who: user,
    params: async (world, by) => ({ token: await deviceToken(world, by) }),
    tried: async world => {
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
  },
  uploadFile: {
    who: user,
    params: nothing,
    options: { files: [FILE] },
    arranged: inAcceptedPart,
    tried: async world => (await uploadTried(world)).reply,
  },
  deleteEventQueue: {
    who: user,
    params: async (world, by) => {
      const queue = await world.provide('event-queue', { as: by.email, eventTypes: ['message'] })
      return { queue_id: queue.queueId }
    },
  },
}

/** What the part of a file is called is open: the first of these that a file is accepted in. */
const PARTS = ['filename', 'file', 'upload', 'attachment']

const uploadTried = shared(async (world): Promise<{ reply: Reply; part: string }> => {
  const refused: { reply: Reply; part: string }[] = []
  for (const part of PARTS) {
    const tried = { reply: await user(world).uploadFile({}, { files: [{ ...FILE, part }] }), part }
    if (outcomeOf(tried.reply) !== 'error') return tried
    refused.push(tried)
  }
  const most = await registered(world, 'max_file_upload_size_mib').catch(unlessMissing)
  if (most === 0)
    throw new Undecided('fixture-missing', 'max_file_upload_size_mib is 0: nothing may be uploaded', false)
  return refused[0] as { reply: Reply; part: string }
})

/** A file whose part has no name of its own is in one that was accepted. */
export async function inAcceptedPart(world: World, options: SendOptions): Promise<SendOptions> {
  const [file, ...more] = options.files ?? []
  if (!file || file.part !== undefined) return options
  const { part } = await uploadTried(world)
  return { ...options, files: [{ ...file, part }, ...more] }
}

/** Which lexers exist is configuration: the first of these that a playground is accepted with. Where it is none, nothing follows. */
const LEXERS = [
  ...['Python', 'python', 'JavaScript', 'javascript', 'Java', 'java', 'C', 'c', 'Bash', 'bash', 'Text only', 'text'],
  ...['Go', 'go', 'Rust', 'rust', 'Ruby', 'ruby', 'HTML', 'html', 'JSON', 'json', 'Python 3', 'python3'],
]

/** The reply to the first of them that is accepted, else to the last. */
export const lexerTried = shared.by(
  (_by: Actor) => 'whoever asks',
  async (world, by): Promise<{ reply: Reply; known: string | null }> => {
    let last: Reply | null = null
    for (const pygments_language of LEXERS) {
      const name = world.name('playground')
      last = await by.addPlayground({ name, pygments_language, url_template: TEMPLATE })
      if (outcomeOf(last) === 'success') return { reply: last, known: pygments_language }
    }
    return { reply: last as Reply, known: null }
  },
)

async function knownLexer(world: World, by: Actor): Promise<string> {
  const { known } = await lexerTried(world, by)
  if (known !== null) return known
  throw new Undecided('prerequisite-failed', `no lexer is known: ${LEXERS.join(', ')} were all refused`)
}

/** A token that is registered and removed. Another one may take its place meanwhile, where a deployment keeps one of each user. */
async function removedToken(world: World): Promise<Reply> {
  const owner = user(world)
  return owner.removeApnsToken({ token: await deviceToken(world, owner) })
}

/** A device of the user for end-to-end encrypted notifications, registered once. */
export const pushDevice = (world: World, owner: Actor = user(world)): Promise<number> => deviceOf(world, owner)

/** One that was told nothing yet: the relay may know none of those that a provisioner makes up, and have them forgotten. */
export const newPushDevice = async (world: World, { email: as }: Actor = user(world)): Promise<number> =>
  (await world.provide('push-device', { as })).pushAccountId

const deviceOf = shared.by(({ email }: Actor) => email, newPushDevice)
