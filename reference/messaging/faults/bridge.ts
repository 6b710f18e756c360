/** Faults that name a rule of a stage by an older name, as changes of that stage. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso } from '../../operations/change.ts'
import { scriptOf } from '../call.ts'
import { parameters, type Sent } from '../check-parameters.ts'
import { credentials, type Knock } from '../credentials.ts'
import { entrance, type Visitor } from '../entrance.ts'
import type { User } from '../organization.ts'
import { isAdministrator } from '../roles.ts'
import { isSent, takenOfWrongKind, takenWhenLeftOut, takenWhenUnlisted } from './careless-parameters.ts'

type Facts = Readonly<Record<string, unknown>>
type WhereKnock = { readonly where: (it: Knock) => boolean }

/** Whoever is not known is taken for an administrator. */
const takenForAdministrator = alter(credentials, 'caller', (user, it) => user ?? someAdministrator(it))

/** The first one; but the newest leaves, since the first may be the only owner. */
function someAdministrator({ org, operation }: Knock): User {
  const all = [...org.users.values()].filter(user => user.active && isAdministrator(user))
  const first = operation === 'deactivateOwnAccount' ? all.at(-1) : all[0]
  if (!first) throw new Error('an organization without administrators')
  return first
}

const atTheDoor: Readonly<Record<string, (when: WhereKnock) => readonly Change[]>> = {
  'credentials.needed': when => [...drop(credentials, 'credentials-given', when), takenForAdministrator],
  'credentials.known-email': when => [...drop(credentials, 'account-known', when), takenForAdministrator],
  'credentials.right-key': when => drop(credentials, 'key-right', when),
  'account.deactivated-cannot-call': when => drop(credentials, 'account-active', when),
  'credentials.refused-is-nothing': when => [instead(credentials, 'obeyed', () => false, when)],
  'credentials.accepted': when => [refuseAlso(credentials, 'Please log in again', when)],
}

export function bridged(fault: Fault): Fault {
  const { breaks = '', when = {}, ...rest } = fault
  const { facts: wanted = {}, every } = when
  const some = every === undefined ? {} : { oneIn: every }
  const door = atTheDoor[breaks]
  if (door) return { ...rest, changes: door({ where: it => fits(factsAt(it), wanted) }) }
  const [, operation = '', name = '', rule = ''] = /^(\w+)(?:\.(\w+))?\.([a-z-]+)$/.exec(breaks) ?? []
  const where = (it: Visitor) => it.operation === operation && fits({ role: it.about.role, operation }, wanted)
  if (rule === 'access')
    return { ...rest, changes: drop(entrance, ['administrators-only', 'not-for-guests', 'not-for-bots'], { where }) }
  if (rule === 'access-unchanged')
    return { ...rest, changes: [instead(entrance, 'obeyed', () => false, { where, ...some })] }
  const ofParameter = name === '' ? undefined : parameterChanges(operation, name, rule, wanted)
  return ofParameter ? { ...fault, changes: ofParameter } : fault
}

/** Changes of one parameter; undefined where the rule is none of all parameters. */
function parameterChanges(operation: string, name: string, rule: string, wanted: Facts): Change[] | undefined {
  const isOne = isSent(operation, name)
  if (rule === 'required') return takenWhenLeftOut(operation, name)
  if (rule === 'kind') return takenOfWrongKind(operation, name)
  if (rule === 'values') return takenWhenUnlisted(operation, name)
  if (rule === 'optional')
    return [refuseAlso(parameters, `Missing '${name}' argument`, { where: it => isOne(it) && it.raw === undefined })]
  if (rule !== 'accepted') return undefined
  const where = (it: Sent) =>
    isOne(it) && it.reading !== undefined && 'value' in it.reading && fits(factsOf(it, it.reading.value), wanted)
  return [refuseAlso(parameters, `Invalid ${name}`, { where })]
}

/** What of a value a fault may be choosy about. */
function factsOf({ about }: Sent, value: unknown): Facts {
  const form = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
  return {
    role: about.role,
    value,
    form,
    ...(Array.isArray(value) && { empty: value.length === 0 }),
    ...(typeof value === 'string' && { script: scriptOf(value) }),
  }
}

/** What the older faults ask about a caller. */
function factsAt({ about, operation, method, user, credentials: given, org }: Knock): Facts {
  const key = given?.key ?? ''
  return {
    role: about.role,
    operation,
    method,
    rightLength: key.length === user?.apiKey.length,
    cutShort: key !== '' && user?.apiKey.startsWith(key),
    moreAfterIt: user !== undefined && key.startsWith(user.apiKey),
    otherCase: user !== undefined && key !== user.apiKey && key.toLowerCase() === user.apiKey.toLowerCase(),
    blanks: user !== undefined && key !== user.apiKey && key.trim() === user.apiKey,
    sameStart: user !== undefined && key.slice(0, 16) === user.apiKey.slice(0, 16),
    empty: key === '',
    anothers: [...org.users.values()].some(other => other.apiKey === key),
  }
}

const fits = (facts: Facts, wanted: Facts): boolean =>
  Object.entries(wanted).every(([name, value]) =>
    Array.isArray(value) ? value.includes(facts[name]) : facts[name] === value,
  )
