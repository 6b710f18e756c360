/**
 * Changes by which a careless server accepts a missing or malformed parameter, with a value in its place so that the request
 * succeeds.
 */
import { alter, type Change, drop } from '../../operations/change.ts'
import { parameters, type Sent } from '../check-parameters.ts'
import { type Kind, type Mismatch, parse } from '../kinds.ts'
import type { Organization, User } from '../organization.ts'
import { isObject } from '../params.ts'
import type { Parameter } from '../route.ts'

type Where = (it: Sent) => boolean

/** Holds for one parameter of an operation. */
const isSent =
  (operation: string, name: string): Where =>
  it =>
    it.operation === operation && it.parameter.name === name

/** Accepts requests without a required parameter. */
export const takenWhenLeftOut = (operation: string, name: string): Change[] => {
  const where = isSent(operation, name)
  return [
    ...drop(parameters, 'required-given', { where }),
    alter(parameters, 'taken', (_was, it) => ({ value: standIn(it) }), {
      where: it => where(it) && it.raw === undefined,
    }),
  ]
}

/** Accepts a value of the wrong kind: any, or only one mismatch, or only some texts. */
export const takenOfWrongKind = (
  operation: string,
  name: string,
  mismatch?: Mismatch,
  isTaken: (raw: string) => boolean = () => true,
): Change[] => {
  const where: Where = it =>
    isSent(operation, name)(it) &&
    isTaken(it.raw ?? '') &&
    it.reading !== undefined &&
    'wrong' in it.reading &&
    (mismatch ?? it.reading.wrong) === it.reading.wrong
  return [
    ...drop(parameters, 'kind-right', { where }),
    alter(parameters, 'taken', (_was, it) => carelessly(it), { where }),
  ]
}

/** Accepts a value that is listed at no level. */
export const takenWhenUnlisted = (operation: string, name: string): Change[] =>
  drop(parameters, 'value-listed', { where: it => isSent(operation, name)(it) && !isOfOtherLevels(it) })

const isOfOtherLevels = ({ parameter: { values = [] }, raw }: Sent): boolean =>
  values.some(one => typeof one === 'object' && one.value === raw)

function carelessly(it: Sent): { readonly value: unknown } | undefined {
  const { kind, required, conditional } = it.parameter
  const value = readCarelessly(kind, it.raw ?? '') ?? (required || conditional ? standIn(it) : undefined)
  return value === undefined ? undefined : { value }
}

/** The value that a careless server reads from one of the wrong kind; undefined if there is none. */
function readCarelessly(kind: Kind, raw: string): unknown {
  const value = parse(raw)
  switch (kind) {
    case 'integer':
    case 'integer-or-null':
    case 'integer-or-integers': {
      if (Array.isArray(value)) return value.filter(one => Number.isSafeInteger(one))
      const digits = Number.parseInt(raw, 10)
      return Number.isNaN(digits) ? undefined : digits
    }
    case 'boolean':
      return raw !== '' && raw !== '0'
    case 'integers':
      return Array.isArray(value) ? value.filter(one => Number.isSafeInteger(one)) : undefined
    case 'objects':
      return Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : undefined
    default:
      return undefined
  }
}

const standIn = ({ org, caller, sent, parameter }: Sent): unknown =>
  byName[parameter.name]?.(org, caller, sent) ?? byKind(org, parameter)

const byName: Readonly<Record<string, (org: Organization, caller: User, sent: Sent['sent']) => unknown>> = {
  op: () => 'start',
  to: (_, caller) => [caller.id],
  topic: () => 'standing in',
  field_type: () => 1,
  url_template: () => 'https://play.example/{code}',
  stream_id: org => [...org.channels.values()].find(channel => !channel.private)?.id,
  message_id: (org, caller) => last([...org.messages.values()].filter(one => one.senderId === caller.id))?.id,
  scheduled_message_id: (org, caller) => last([...org.scheduled.values()].filter(one => one.ownerId === caller.id))?.id,
  invite_id: org => last([...org.inviteLinks.values()].filter(link => !link.revoked))?.id,
  user_group_id: org => last([...org.groups.values()].filter(group => !group.system && !group.deactivated))?.id,
  queue_id: (org, caller) => last([...org.queues.values()].filter(queue => queue.userId === caller.id))?.id,
  token: (_, caller) => last([...caller.apnsTokens]),
  username: (org, _, sent) => [...org.users.values()].find(({ password }) => password === sent.get('password'))?.email,
  password: (org, _, sent) => org.userByEmail(sent.get('username') ?? '')?.password,
  invitee_emails: org => `standing-in-${org.id('invitation')}@assay.invalid`,
}

function byKind(org: Organization, { name, kind }: Parameter): unknown {
  if (kind === 'integers' || kind === 'objects') return []
  if (kind === 'boolean') return false
  return `${name} ${org.id('device')}`
}

const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1]
