/** Faults that name a rule of a stage by an older name, as changes of that stage. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, refuseAlso } from '../../operations/change.ts'
import { credentials, type Knock } from '../credentials.ts'
import { entrance, type Visitor } from '../entrance.ts'
import type { User } from '../organization.ts'
import { isAdministrator } from '../roles.ts'

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
  'credentials.accepted': when => [refuseAlso(credentials, 'Please log in again', when)],
}

export function bridged(fault: Fault): Fault {
  const { breaks = '', when = {}, ...rest } = fault
  const wanted = when.facts ?? {}
  const door = atTheDoor[breaks]
  if (door) return { ...rest, changes: door({ where: it => fits(factsAt(it), wanted) }) }
  const operation = /^(\w+)\.access$/.exec(breaks)?.[1]
  const visitor = { where: (it: Visitor) => fits({ role: it.about.role, operation: it.operation }, wanted) }
  if (operation !== undefined) {
    const here = { where: (it: Visitor) => it.operation === operation && visitor.where(it) }
    return { ...rest, changes: drop(entrance, ['administrators-only', 'not-for-guests', 'not-for-bots'], here) }
  }
  return fault
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
