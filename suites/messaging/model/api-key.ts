/** The model of fetching a key: messaging contract, POST /fetch_api_key. It logs in only to an account made for it. */
import { equals, type Reply, type Row, type Ruling, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { knownUsernameOf, passwordOf, withKeyOf } from '../controls/controls-organization.ts'
import { swapCase } from '../controls/near-misses.ts'
import { isRefused, succeeds } from '../conventions/envelope.predicates.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { type Done, firstIn, type OperationModel, times } from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { missing, type RequestContext, value, wrong } from './values.ts'

interface Account {
  readonly person: Actor
  readonly username: string
  readonly password: string
}

const account = shared(async (world): Promise<Account> => {
  const person = await world.fresh('member')
  return { person, username: await knownUsernameOf(world, person), password: passwordOf(person) }
})

const OWN = 'of the account'

interface LoginState {
  /** The reply with the account's latest key, and the number of refused logins since then. */
  lastLogin: Reply | null
  refusals: number
  wasRefused: boolean
}

const loginState = shared(async (_world): Promise<LoginState> => ({ lastLogin: null, refusals: 0, wasRefused: false }))

const WRONG = refused('messaging.api-key.wrong-password')

/** A wrong password similar to the right one; missing if the change leaves the password the same. */
const similarPassword = (name: string, change: (right: string, world: World) => string) =>
  wrong(
    name,
    async ({ world }: RequestContext) => {
      const { password } = await account(world)
      const changed = change(password, world)
      if (changed === password) throw new Undecided('prerequisite-failed', `the password has no form ${name}`, false)
      return changed
    },
    WRONG,
  )

export const fetchApiKey: OperationModel = {
  operation: 'fetchApiKey',
  needs: { actors: ['user'], fixtures: ['actor'], allow: 'write' },
  accepted: 'messaging.api-key.fetched',
  decides: ['messaging.api-key.same-user', 'messaging.api-key.key-works', 'messaging.api-key.refused-changes-nothing'],
  factors: () => [
    { name: 'caller', parameter: null, values: [value('nobody', undefined)] },
    {
      name: 'username',
      values: [
        value(OWN, async ({ world }: RequestContext) => (await account(world)).username),
        missing(refusedPreferably('messaging.api-key.username-required')),
        wrong(
          'of nobody',
          ({ world }: RequestContext) => `assay-nobody@${world.inviteDomain}`,
          refused('messaging.api-key.unknown-username'),
        ),
      ],
    },
    {
      name: 'password',
      values: [
        value(OWN, async ({ world }: RequestContext) => (await account(world)).password),
        missing(refusedPreferably('messaging.api-key.password-required')),
        similarPassword('empty', () => ''),
        similarPassword('cut short', right => right.slice(0, -1)),
        similarPassword('with more after it', right => `${right}x`),
        similarPassword('with more before it', right => `x${right}`),
        similarPassword('in another case', right => right.replaceAll(/[a-zA-Z]/g, swapCase)),
        similarPassword('of somebody else', (_right, world) => passwordOf(world.user)),
      ],
    },
    firstIn('password'),
    times(),
  ],
  settled: trackLogin,
  judge: ({ row, reply, outcome, notes }) =>
    outcome === 'success' && typeof notes.get('user') === 'number'
      ? [
          {
            requirement: 'messaging.api-key.same-user',
            row,
            replies: [reply],
            predicate: equals as never,
            args: { pointer: '/user_id', value: notes.get('user') },
          },
        ]
      : [],
  request: async ({ world, notes }, params) => {
    const { userId } = (await account(world)).person
    if (!Number.isNaN(userId)) notes.set('user', userId)
    return params
  },
  review,
  rows: { quick: 0, standard: 34, thorough: 60 },
}

/** Servers lock an account after several wrong logins in a row. */
const MAX_WRONG_LOGINS = 4

async function trackLogin({ row, reply, outcome }: Done, world: World): Promise<void> {
  const now = await loginState(world)
  if (outcome === 'success') return void Object.assign(now, { lastLogin: reply, refusals: 0 })
  if (isRight(row) && now.wasRefused)
    throw new Undecided('prerequisite-failed', 'wrong logins may have locked the account', false)
  now.wasRefused = true
  if (++now.refusals >= MAX_WRONG_LOGINS) await logsIn(world)
}

const isRight = ({ username, password }: Row): boolean => username === OWN && password === OWN

/** Whether the right password is still accepted. */
async function logsIn(world: World): Promise<boolean> {
  const { username, password } = await account(world)
  const reply = await world.nobody.fetchApiKey({ username, password }, { observed: true })
  const isTaken = outcomeOf(reply) === 'success'
  if (isTaken) Object.assign(await loginState(world), { lastLogin: reply, refusals: 0 })
  return isTaken
}

const ROLES = ['owner', 'admin', 'moderator', 'guest']

/**
 * Somebody of each further role, if made with a password, logs in twice and then with a wrong password. If nobody of the role
 * can log in, nothing follows.
 */
const loginsByRole = shared(async (world): Promise<readonly Omit<Ruling, 'row'>[]> => {
  const { person: member, username: known } = await account(world)
  const rulings: Omit<Ruling, 'row'>[] = []
  for (const role of ROLES) {
    const person = await world.fresh(role).catch(unlessMissing)
    if (!person || person.password === null) continue
    const { password } = person
    const username = known === member.email ? person.email : person.email.replace(/@.*/, '')
    // The contract does not say what guests may read.
    const reads = role !== 'guest' || outcomeOf(await person.getProfileFields()) === 'success'
    const works = new Set<string>()
    let isTaken = false
    for (const params of [
      { username, password },
      { password, username },
    ]) {
      const login = await world.nobody.fetchApiKey(params)
      if (outcomeOf(login) !== 'success') continue
      isTaken = true
      const args = { pointer: '/user_id', value: person.userId }
      if (!Number.isNaN(person.userId))
        rulings.push({ requirement: 'messaging.api-key.same-user', replies: [login], predicate: equals as never, args })
      const holder = withKeyOf(person, login)
      // Each key is tried only once.
      if (!reads || works.has(`${holder.email} ${holder.apiKey}`)) continue
      works.add(`${holder.email} ${holder.apiKey}`)
      const reply = await holder.getProfileFields()
      if (await isShutOut(reply, person)) continue
      rulings.push({
        requirement: 'messaging.api-key.key-works',
        replies: [reply],
        predicate: succeeds as never,
        args: {},
      })
    }
    if (!isTaken) continue
    const wrong = await world.nobody.fetchApiKey({ username, password: `${password}x` })
    rulings.push({
      requirement: 'messaging.api-key.wrong-password',
      replies: [wrong],
      predicate: isRefused as never,
      args: {},
    })
  }
  return rulings
})

/** Whether the account is locked after several wrong keys: then the key known before is refused as well. */
const isShutOut = async (reply: Reply, person: Actor): Promise<boolean> =>
  outcomeOf(reply) === 'error' && outcomeOf(await person.getLinkifiers({}, { observed: true })) === 'error'

/** Judges the logins of other roles, and the latest key. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const row = all.at(-1)?.row
  if (!row) return []
  return [...(await loginsByRole(world)).map(ruling => ({ ...ruling, row }) as Ruling), ...(await lastKey(world, all))]
}

/** Judges that the latest key works, also after refused logins, unless they locked the account. */
async function lastKey(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const last = all.at(-1)
  const { lastLogin } = await loginState(world)
  if (!last || !lastLogin) return []
  const anyRefused = all.some(({ outcome }) => outcome === 'error')
  const { person } = await account(world)
  const reply = await withKeyOf(person, lastLogin).getProfileFields()
  if ((await isShutOut(reply, person)) || (anyRefused && !(await logsIn(world)))) return []
  const requirement = anyRefused ? 'messaging.api-key.refused-changes-nothing' : 'messaging.api-key.key-works'
  return [{ requirement, row: last.row, replies: [reply], predicate: succeeds as never, args: {} }]
}
