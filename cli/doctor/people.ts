/** Checks that each actor's credentials are accepted, and that its role is the one in the target file. */
import { isObject, type Reason, type Reply, type Session, Undecided } from '../../harness/index.ts'
import { type Actor, asActor } from '../../suites/messaging/actor.ts'
import { outcomeOf } from '../../suites/messaging/outcome.ts'
import { type Finding, good, note, wrong } from './finding.ts'

const FULL_USERS = ['owner', 'admin', 'moderator', 'member']
/** System groups by role, the most powerful first. The members of a role are in its own group. */
const GROUPS: readonly (readonly [group: string, role: string])[] = [
  ['role:owners', 'owner'],
  ['role:administrators', 'admin'],
  ['role:moderators', 'moderator'],
  ['role:members', 'member'],
]

interface Entry {
  readonly name: string
  readonly role: string
  readonly actor: Actor
  readonly userId: number | null
}

export async function people(session: Session): Promise<Finding[]> {
  const entries = entriesOf(session)
  if (entries.length === 0)
    return [
      note(
        'actors',
        'The target file names no actors',
        'Name at least an admin, a member and a second member under messaging.actors.',
      ),
    ]
  const findings: Finding[] = []
  const roles = await rolesFound(entries)
  for (const entry of entries) findings.push(...(await lookAt(entry, roles)))
  return findings
}

function entriesOf({ target, cast, clientOf }: Session): Entry[] {
  return Object.entries(target.messaging?.actors ?? {}).flatMap(([name, { email, role, userId }]) => {
    const person = cast.byEmail(email)
    if (!person) return []
    const actor = asActor(cast.act({ ...person, name }, clientOf('messaging'), 'doctor'))
    return [{ name, role: role ?? name, actor, userId: userId ?? null }]
  })
}

/** The roles that a run would take from the target file and whose credentials are refused, with the reason. */
export async function refusedRoles(session: Session): Promise<ReadonlyMap<string, Reason>> {
  const roles = entriesOf(session).map(({ role }) => role)
  const full = roles.filter(role => FULL_USERS.includes(role)).length
  const words = [
    ...new Set(roles),
    ...(full > 0 ? ['user'] : []),
    ...(full > 1 ? ['second'] : []),
    ...(roles.includes('owner') ? ['admin'] : []),
  ]
  const whys = new Map<string, Reason>()
  for (const word of words) {
    try {
      await session.cast.person(word)
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      whys.set(word, error.because)
    }
  }
  return whys
}

const quietly = { observed: true } as const
const refused = (reply: Reply): boolean => outcomeOf(reply) !== 'success'

/** The role of each user, from the system groups that the first full user can read. */
async function rolesFound(entries: readonly Entry[]): Promise<ReadonlyMap<number, string>> {
  const roles = new Map<number, string>()
  const reader = entries.find(({ role }) => FULL_USERS.includes(role))
  const reply = await reader?.actor.getUserGroups({}, quietly)
  const groups = reply && isObject(reply.json) ? reply.json['user_groups'] : undefined
  for (const [name, role] of GROUPS) {
    const group = Array.isArray(groups) ? groups.find(one => isObject(one) && one['name'] === name) : undefined
    for (const id of Array.isArray(group?.members) ? group.members : []) if (!roles.has(id)) roles.set(id, role)
  }
  return roles
}

async function lookAt({ name, role, actor, userId }: Entry, roles: ReadonlyMap<number, string>): Promise<Finding[]> {
  const plain = await actor.getLinkifiers({}, quietly)
  const other = refused(plain) ? await actor.getProfileFields({}, quietly) : plain
  if (refused(other))
    return [
      wrong(
        name,
        `The target refuses the credentials of ${name} (${codeOf(other)})`,
        `Check email and apiKey of messaging.actors.${name}: the key of that very account, still active.`,
      ),
    ]
  const findings = [
    roleOf(name, role, await actor.getUserGroups({}, quietly), userId === null ? null : (roles.get(userId) ?? null)),
  ]
  if (userId === null)
    findings.push(
      note(
        name,
        `${name} has no userId`,
        `Add userId to messaging.actors.${name}: checks that address people need it.`,
      ),
    )
  if (actor.password !== null) findings.push(...(await login(name, actor)))
  return findings
}

function roleOf(name: string, role: string, list: Reply, seen: string | null): Finding {
  const full = FULL_USERS.includes(role)
  const next = `Correct messaging.actors.${name}: its role, its userId, or the account's role in the deployment.`
  if (full && refused(list))
    return wrong(name, `${name} should be ${aRole(role)}, but is refused the user groups, as guests and bots are`, next)
  if (role === 'bot' && !refused(list))
    return note(
      name,
      `${name} gets the list of user groups, which bots are refused: it is not a bot, or the deployment does not refuse bots`,
      `Make sure that messaging.actors.${name} is a bot. If it is, a run reports what the deployment does.`,
    )
  if (!full && !refused(list))
    return wrong(
      name,
      `${name} should be ${aRole(role)}, but gets the list of user groups, which guests and bots are refused`,
      next,
    )
  if (full && seen !== null && seen !== role)
    return wrong(name, `${name} should be ${aRole(role)}, but the user groups show ${aRole(seen)}`, next)
  const sure = full && seen === null ? '; which kind of user shows only in what it may write' : ''
  return good(name, `credentials are accepted, acts as ${full && seen === null ? 'a full user' : aRole(role)}${sure}`)
}

async function login(name: string, actor: Actor): Promise<Finding[]> {
  const reply = await actor
    .withCredentials('nobody', null)
    .sends('fetchApiKey', { username: actor.email, password: actor.password }, quietly)
  if (!refused(reply)) return []
  return [
    note(
      name,
      `The password of ${name} gives no API key (${codeOf(reply)})`,
      `Correct or remove the password of messaging.actors.${name}; without one, logging in cannot be judged.`,
    ),
  ]
}

const aRole = (role: string): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`

/** The code of an error envelope, or the status. Never a text of the target, which might repeat a secret that was sent. */
function codeOf({ json, status }: Reply): string {
  const code = isObject(json) ? json['code'] : undefined
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : `status ${status}`
}
