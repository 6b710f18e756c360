/** Fetching an API key: messaging contract, POST /fetch_api_key. */
import { type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import { knownUsernameOf, loginAccount, passwordOf, usernameOf, withKeyOf } from '../controls/controls-organization.ts'
import { control, controlReply, sentOnce, vary, withoutParameter } from '../controls/variations.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import { unlessShutOut } from './impostors.ts'

const fetched = (world: World): Promise<Reply> => controlReply(world, 'fetchApiKey')

/** A refusal may come from a wrong password in the target file, so it counts only if a second account is refused as well. */
const refusedForGood = async (world: World, refused: Reply): Promise<Reply> => {
  const account = await loginAccount(world)
  const login = { username: await usernameOf(world, account), password: passwordOf(account) }
  if (outcomeOf(await account.fetchApiKey(login, { observed: true })) === 'success') return refused
  const other = await world.fresh('member')
  const username = await usernameOf(world, other)
  const again = await world.nobody.fetchApiKey({ username, password: passwordOf(other) })
  if (outcomeOf(again) !== 'success') {
    await knownUsernameOf(world, other)
    return again
  }
  throw new Undecided('no-credentials', `the password of ${account.name} is refused, that of somebody else is not`)
}

/** A login may invalidate the account's earlier key, so this one is made by a new account that logs in nowhere else. */
async function loggedInAlone(
  world: World,
): Promise<{ readonly holder: Actor; readonly wrongly: () => Promise<Reply> }> {
  const account = await world.fresh('member')
  const [username, password] = [await usernameOf(world, account), passwordOf(account)]
  const login = await world.nobody.fetchApiKey({ username, password })
  world.requireAccepted(login)
  const wrongly = (): Promise<Reply> => world.nobody.fetchApiKey({ username, password: `${password}y` })
  return { holder: withKeyOf(account, login), wrongly }
}

/** Servers lock an account after several wrong logins in a row. */
const MAX_WRONG_LOGINS = 3

export default area('messaging.api-key', ({ check, visit, watch }) => [
  visit('fetchApiKey', { actors: ['user'] }, async world => {
    await fetched(world)
  }),

  check(
    'messaging.api-key.fetched',
    'A key is fetched with username and password and no other credentials',
    async world => {
      const reply = await fetched(world)
      world.claim(outcomeOf(reply) === 'success' ? reply : await refusedForGood(world, reply)).succeeds()
    },
  ),

  check('messaging.api-key.key-works', 'The email and key answered are accepted as credentials', async world => {
    const account = await loginAccount(world)
    const first = await withKeyOf(account, await control(world, 'fetchApiKey')).getProfileFields()
    const isRefused = outcomeOf(first) === 'error'
    const reply = isRefused ? await (await loggedInAlone(world)).holder.getProfileFields() : first
    world.claim(await unlessShutOut(world, reply, world.user)).succeeds()
  }),

  check(
    'messaging.api-key.same-user',
    'The user_id answered is that of the user whose username was sent',
    async world => {
      const { userId, name } = await loginAccount(world)
      if (Number.isNaN(userId)) throw new Undecided('fixture-missing', `the userId of ${name} is not known`, false)
      world.claim(await control(world, 'fetchApiKey')).equals('/user_id', userId)
    },
  ),

  check(
    'messaging.api-key.username-required',
    'Fetching a key without a username is refused',
    withoutParameter('fetchApiKey', 'username'),
  ),

  check(
    'messaging.api-key.password-required',
    'Fetching a key without a password is refused',
    withoutParameter('fetchApiKey', 'password'),
  ),

  check('messaging.api-key.wrong-password', 'Fetching a key with a wrong password is refused', async world => {
    const accepted = await control(world, 'fetchApiKey')
    const right = passwordOf(await loginAccount(world))
    const swapped = [...right].map(one => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
    const wrong = [
      `${right}x`,
      right.slice(0, -1),
      `${right.slice(0, 1)}${right}`,
      '',
      ...(swapped === right ? [] : [swapped]),
    ]
    for (const [at, password] of world.tries(wrong, 2).entries()) {
      if (at === MAX_WRONG_LOGINS) await vary(world, 'fetchApiKey', {}, { observed: true })
      world
        .claim(await sentOnce(world, 'fetchApiKey', { password }))
        .against(accepted)
        .isRefused()
    }
  }),

  check(
    'messaging.api-key.refused-changes-nothing',
    'A refused login leaves the key of the account accepted',
    async world => {
      await control(world, 'fetchApiKey')
      const account = await loginAccount(world)
      const refused = await sentOnce(world, 'fetchApiKey', { password: `${passwordOf(account)}x` })
      if (outcomeOf(refused) !== 'error') return world.cannotJudge('a wrong password was not refused')
      let reply = await account.getProfileFields()
      if (outcomeOf(reply) === 'error') {
        const { holder, wrongly } = await loggedInAlone(world)
        await wrongly()
        reply = await holder.getProfileFields()
      }
      world.claim(reply).succeeds()
    },
  ),

  check(
    'messaging.api-key.unknown-username',
    'Fetching a key for a username that belongs to nobody is refused',
    async world => {
      const accepted = await control(world, 'fetchApiKey')
      const username = `assay-nobody@${world.inviteDomain}`
      world
        .claim(await vary(world, 'fetchApiKey', { username }))
        .against(accepted)
        .isRefused()
    },
  ),

  watch(
    'open-points',
    async world => {
      const reply = await fetched(world)
      world.observe('messaging.api-key.where-offered', `with email and password: ${inWords(reply)}`, reply)
      const username = (await loginAccount(world)).email.replace(/@.*/, '')
      const short = await vary(world, 'fetchApiKey', { username }, { observed: true })
      world.observe('messaging.api-key.ldap-username', `the part of the address before @: ${inWords(short)}`, short)
    },
    { needs: { actors: ['user'] } },
  ),
])
