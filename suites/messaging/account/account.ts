/** Deactivating one's own account: messaging contract, DELETE /users/me and the states of a user account. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { notBlank, type Reply, type SendOptions, shown, Undecided, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import { askUntil } from '../ask-until.ts'
import { usernamesOf } from '../controls/controls-organization.ts'
import { control, controlOf } from '../controls/variations.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

interface Sequence {
  readonly reply: Reply
  readonly after: Reply
}

/** A newly made account, whose credentials work, deactivates itself; then its credentials are tried again. */
const leaves = async (world: World, leaver: Actor, isServed = false): Promise<Sequence> => {
  const before = isServed ? null : await leaver.getProfileFields()
  if (before && outcomeOf(before) === 'error')
    throw new Undecided('prerequisite-failed', `the credentials made for this are refused: ${shown(codeOf(before))}`)
  const reply = await leaver.deactivateOwnAccount()
  const isLeft = outcomeOf(reply) === 'success'
  const ends = (after: Reply): boolean => !isLeft || outcomeOf(after) === 'error'
  return { reply, after: await askUntil(world, () => leaver.getProfileFields(), ends) }
}

const LAST = 'CANNOT_DEACTIVATE_LAST_USER'

/** The last owner tries to leave; if that is refused and the account still works, the request is repeated. */
const lastOwnerLeaves = shared(async (world): Promise<Sequence & { readonly again: Reply | null }> => {
  const owner = await world.lastOwner()
  const { reply, after } = await leaves(world, owner)
  const stayed = valueAt(reply.json, '/code') === LAST && outcomeOf(after) === 'success'
  return { reply, after, again: stayed ? await owner.deactivateOwnAccount() : null }
})

/** Only administrators may create profile fields, so a user who is refused that is not an owner. */
const lastUserLeaves = shared(async (world): Promise<Sequence & { readonly isNoOwner: boolean }> => {
  const user = await world.lastUser()
  const sequence = await leaves(world, user)
  const tried = await user.createProfileField({ name: world.name('field'), field_type: 1 }, { observed: true })
  return { ...sequence, isNoOwner: outcomeOf(sequence.after) === 'success' && outcomeOf(tried) === 'error' }
})

/** Whether the reply has this code, else nothing is judged: only such a reply must carry the extra fields. */
const refusedAsLastOrCannotJudge = (world: World, reply: Reply): boolean => {
  const last = outcomeOf(reply) === 'error' && valueAt(reply.json, '/code') === LAST
  if (!last) world.cannotJudge(`the deactivation was not refused with ${LAST}`)
  return last
}

/** Whether the deactivation was refused, else nothing is judged: only then can a check require that the account stays active. */
const refusedOrCannotJudge = (world: World, reply: Reply): boolean => {
  if (outcomeOf(reply) !== 'error') world.cannotJudge('the deactivation was not refused')
  return outcomeOf(reply) === 'error'
}

/** An account of this role is deactivated, as this requirement demands; afterwards its credentials must be refused. */
const leavesForGood = async (world: World, role: string, requirement: string): Promise<void> => {
  const made = await world.fresh(role)
  const login = await loginOf(world, made)
  const leaver = login?.holder ?? made
  const { reply, after } = await leaves(world, leaver, login?.holder === made)
  // A guest may lack the permission to leave, so a refusal is not judged; a guest who did leave is judged like anybody else.
  if (role === 'guest' && outcomeOf(reply) === 'error') return
  world.claimFor(requirement, reply).succeeds()
  const refuses = (answer: Reply, id = 'messaging.account.credentials-refused'): void =>
    void world.claimFor(id, answer).against(reply).isRefused()
  refuses(after)
  const all = afterwards(world)
  const asked =
    world.budget === 'quick' ? all.slice(0, 2) : all.filter((_ask, at) => at % ROLES.length === ROLES.indexOf(role))
  for (const [operation, params, options] of asked) refuses(await leaver.sends(operation, params, options))
  if (!world.judges('messaging.account.login-refused')) return
  if (!login && role === 'member') {
    if (made.password === null) world.lacks('the account has no password to log in with', 'login-refused')
    else world.cannotJudge('the password of the account was not accepted before', 'messaging.account.login-refused')
  }
  const { username = '', password = '' } = login ?? {}
  for (const again of login
    ? world.tries([
        { username, password },
        { password, username },
      ])
    : [])
    refuses(await world.nobody.fetchApiKey(again), 'messaging.account.login-refused')
}

/** The roles of the accounts that leave. Each tries different operations afterwards, so that together they try all of them. */
const ROLES = ['member', 'owner', 'guest', 'admin', 'moderator']

type OperationRequest = readonly [MessagingOperationId, Readonly<Record<string, unknown>>, (SendOptions | undefined)?]

/** Requests that any active account may make and that need no fixture. */
const afterwards = (world: World): readonly OperationRequest[] => {
  const draft = { type: '', to: [], topic: '', content: world.name('draft') }
  const name = world.name('view')
  return [
    ['createDrafts', { drafts: [draft] }],
    ['getLinkifiers', {}],
    ['getPresence', {}],
    ['markAllAsRead', {}],
    ['uploadFile', {}, controlOf('uploadFile').options],
    ['addNavigationView', { fragment: `narrow/${name.replaceAll(' ', '-')}`, is_pinned: true, name }],
    ['createDrafts', { drafts: [draft] }],
    ['deactivateOwnAccount', {}],
    ['createReusableInviteLink', {}],
    ['getUserGroups', {}],
    ['getProfileFields', {}],
    ['createProfileField', { name: world.name('field'), field_type: 1 }],
  ]
}

interface Login {
  readonly username: string
  readonly password: string
  /** The account with the key that the login returned, which may have invalidated the earlier key. */
  readonly holder: Actor
}

/** A login of the account that works, null if none works. */
const loginOf = async (world: World, account: Actor): Promise<Login | null> => {
  const { email, password } = account
  if (!world.judges('messaging.account.login-refused') || password === null) return null
  for (const username of usernamesOf(account)) {
    const reply = await world.nobody.fetchApiKey({ username, password })
    if (outcomeOf(reply) !== 'success') continue
    const apiKey = valueAt(reply.json, '/api_key')
    const isAnother = typeof apiKey === 'string' && apiKey !== account.apiKey
    return { username, password, holder: isAnother ? account.withCredentials('leaver', { email, apiKey }) : account }
  }
  return null
}

export default area('messaging.account', ({ always, check, scenario, visit, watch }) => [
  visit('deactivateOwnAccount', { fixtures: ['last-owner'], allow: 'destructive' }, async world => {
    await lastOwnerLeaves(world)
  }),

  always(
    'messaging.account.entity-not-blank',
    'The entity of CANNOT_DEACTIVATE_LAST_USER is not blank',
    ({ operation, json }) => operation === 'deactivateOwnAccount' && valueAt(json, '/code') === LAST,
    notBlank,
    () => ({ paths: ['/entity'] }),
  ),

  scenario(
    'leaving',
    {
      'messaging.account.deactivated': 'Deactivating the own account is accepted',
      'messaging.account.credentials-refused': 'After an account is deactivated its credentials are refused',
      'messaging.account.others-stay': 'Deactivating one account leaves the credentials of another accepted',
      'messaging.account.owner-among-owners': 'An owner who is not the only one may deactivate their account',
      'messaging.account.login-refused': 'After an account is deactivated its password fetches no key',
    },
    async world => {
      if (world.judges('messaging.account.others-stay')) await control(world, 'getProfileFields')
      await leavesForGood(world, 'member', 'messaging.account.deactivated')
      if (world.judges('messaging.account.others-stay'))
        world.claimFor('messaging.account.others-stay', await world.user.getProfileFields()).succeeds()
      if (world.judges('messaging.account.owner-among-owners'))
        await leavesForGood(world, 'owner', 'messaging.account.owner-among-owners')
      for (const role of world.tries(['guest', 'admin', 'moderator'], 0))
        await leavesForGood(world, role, 'deactivated')
    },
  ),

  check(
    'messaging.account.last-owner',
    'The only owner who deactivates their account is refused with CANNOT_DEACTIVATE_LAST_USER',
    async world => {
      const { reply, again } = await lastOwnerLeaves(world)
      world.claim(reply).isRefused(LAST)
      if (again) world.claim(again).isRefused(LAST)
    },
  ),

  check(
    'messaging.account.last-owner-flag',
    'The refusal of the only owner carries is_last_owner true',
    async world => {
      const { reply } = await lastOwnerLeaves(world)
      if (refusedAsLastOrCannotJudge(world, reply)) world.claim(reply).equals('/is_last_owner', true)
    },
  ),

  check('messaging.account.last-owner-stays', 'The only owner stays active after the refusal', async world => {
    const { reply, after } = await lastOwnerLeaves(world)
    if (refusedOrCannotJudge(world, reply)) world.claim(after).succeeds()
  }),

  check(
    'messaging.account.last-user',
    'The only user who deactivates their account is refused with CANNOT_DEACTIVATE_LAST_USER',
    async world => {
      const { reply } = await lastUserLeaves(world)
      world.claim(reply).isRefused(LAST)
    },
  ),

  check(
    'messaging.account.last-user-flag',
    'The refusal of the only user carries is_last_owner as a boolean, false unless also the only owner',
    async world => {
      const { reply, isNoOwner } = await lastUserLeaves(world)
      if (!refusedAsLastOrCannotJudge(world, reply)) return
      if (isNoOwner) world.claim(reply).equals('/is_last_owner', false)
      else world.claim(reply).has('/is_last_owner', { type: 'boolean' })
    },
  ),

  check('messaging.account.last-user-stays', 'The only user stays active after the refusal', async world => {
    const { reply, after } = await lastUserLeaves(world)
    if (refusedOrCannotJudge(world, reply)) world.claim(after).succeeds()
  }),

  watch(
    'refusals',
    async world => {
      const { reply: owner } = await lastOwnerLeaves(world)
      world.observe('messaging.account.entity-text', `the only owner: ${shown(valueAt(owner.json, '/entity'))}`, owner)
      const { reply: user } = await lastUserLeaves(world)
      world.observe(
        'messaging.account.last-user-is-owner',
        `the only user: is_last_owner ${shown(valueAt(user.json, '/is_last_owner'))}`,
        user,
      )
    },
    { needs: { fixtures: ['last-owner', 'last-user'], allow: 'destructive' } },
  ),
])
