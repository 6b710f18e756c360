/** What an accepted request of each operation creates in a target, and what it removes. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import {
  type Actor,
  type Departure,
  type Exchange,
  isObject,
  type Left,
  type LeftoverRules,
  leftByFixture,
  type Provisioner,
  parseJson,
  type RecordMade,
  type Reply,
  Verbatim,
} from '../../harness/index.ts'
import { fixtureKinds } from './fixture-kinds.ts'
import { outcomeOf } from './outcome.ts'
import { madeByCall } from './zulip/made-by-call.ts'

type Sent = Readonly<Record<string, unknown>>

interface Means {
  readonly provisioner: Provisioner
  readonly dissolve: (id: number | string) => Promise<void>
}

/** The parts of a reply that show what the request created; evidence has them too. */
type Answer = Pick<Reply, 'json' | 'exchange'>

type Creation = (sent: Sent, reply: Answer, means: Means) => readonly Left[]

/** What requests of each operation create, no matter who sent them and for which check. */
const creations: { readonly [Id in MessagingOperationId]?: Creation } = {
  createDrafts: (_sent, reply) => several(reply, 'ids').map(id => ({ kind: 'draft', id })),
  createUserGroup: (_sent, reply, { dissolve }) =>
    named('user group', reply, 'group_id').map(left => ({ ...left, remove: () => dissolve(left.id) })),
  createChannel: ({ name }, _reply, { provisioner }) => [
    { kind: 'channel', id: text(name), remove: () => closeChannel(text(name), provisioner) },
  ],
  createChannelFolder: (_sent, reply) => named('channel folder', reply, 'channel_folder_id'),
  addDefaultChannel: ({ stream_id }) => [{ kind: 'default channel', id: Number(text(stream_id)) }],
  sendInvites: ({ invitee_emails }) => addresses(invitee_emails).map(id => ({ kind: 'invitation', id })),
  createReusableInviteLink: (_sent, { json, exchange }, { provisioner }) => [
    { kind: 'reusable link', id: `of exchange ${exchange.n}`, remove: () => revokeLink(json, provisioner) },
  ],
  createProfileField: (_sent, reply) => named('profile field', reply, 'id'),
  addPlayground: (_sent, reply) => named('playground', reply, 'id'),
  addNavigationView: ({ fragment }) => [{ kind: 'navigation view', id: text(fragment) }],
  uploadFile: (_sent, reply) => named('upload', reply, 'url', 'uri'),
}

const removals: { readonly [Id in MessagingOperationId]?: readonly [kind: string, parameter: string] } = {
  revokeReusableInviteLink: ['multiuse invite', 'invite_id'],
  removeApnsToken: ['apns token', 'token'],
  deleteEventQueue: ['event queue', 'queue_id'],
}

const record: LeftoverRules['record'] = (book, provisioner): RecordMade => {
  const dissolved = new Set<string>()
  return (operation, sent, reply, actor) => {
    if (outcomeOf(reply) !== 'success' && !sentSome(reply)) return
    const dissolve = (id: number | string): Promise<void> =>
      dissolveGroup(id, dissolved.has(String(id)) ? null : actor, provisioner)
    for (const { kind, id, remove } of creations[operation as MessagingOperationId]?.(sent, reply, {
      provisioner,
      dissolve,
    }) ?? [])
      book.made(kind, id, remove)
    const [kind, parameter] = removals[operation as MessagingOperationId] ?? []
    if (kind !== undefined && parameter !== undefined) book.gone(kind, text(sent[parameter]))
    if (operation === 'deactivateOwnAccount') book.gone('user', actor.email)
    if (operation === 'deactivateUserGroup') dissolved.add(text(sent['user_group_id']))
  }
}

export const leftovers: LeftoverRules = {
  // Removed early: no exclusive check uses any of these, or listens for the events that their removal causes.
  early: [
    ...['reusable link', 'multiuse invite', 'event queue', 'apns token', 'invitation'],
    ...['scheduled message', 'upload', 'navigation view', 'playground'],
  ],
  usedByOthers: ['channel', 'user group', 'channel folder'],
  last: ['user', 'throwaway organization'],
  record,
}

/** What an exchange of a finished run created, according to its evidence: by the contract, or by an HTTP provisioner. */
export function madeBy(seen: Exchange): readonly Pick<Left, 'kind' | 'id'>[] {
  const { operation, via, request, json } = seen
  if (via === 'provisioner' && operation === null) return [madeByCall(seen) ?? []].flat()
  if (via === 'provisioner') return fixtureLeft(operation ?? '', request.body, json)
  if (outcomeOf(seen) !== 'success' && !sentSome(seen)) return []
  const sent = Object.fromEntries(new URLSearchParams(request.body ?? ''))
  const means = { provisioner: NO_PROVISIONER, dissolve: () => Promise.resolve() }
  const left = creations[operation as MessagingOperationId]?.(sent, { json, exchange: seen }, means) ?? []
  return left.map(({ kind, id }) => ({ kind, id }))
}

/** What a request whose reply was lost may have created, identified by the name that was sent. */
export function mayHaveMade({ n, via, operation, request }: Departure): readonly Pick<Left, 'kind' | 'id'>[] {
  const nameless = { json: null, exchange: { n } as Exchange }
  if (via === 'provisioner') {
    const asked = parseJson(request.body ?? '')
    const withWhat = isObject(asked) && isObject(asked['with']) ? asked['with'] : {}
    const { name = `of exchange ${n}` } = withWhat
    const left = leftByFixture(fixtureKinds[operation ?? ''] ?? {}, withWhat, new Proxy({}, { get: () => name }))
    return left ? [left] : []
  }
  const sent = Object.fromEntries(new URLSearchParams(request.body ?? ''))
  const means = { provisioner: NO_PROVISIONER, dissolve: () => Promise.resolve() }
  const made = creations[operation as MessagingOperationId]?.(sent, nameless, means) ?? []
  return made.map(({ kind, id }) => ({ kind, id: String(id).startsWith('of exchange') ? (sent['name'] ?? id) : id }))
}

/** What an exchange of a finished run removed. */
export function takenBy({ operation, via, request, json }: Exchange): readonly Pick<Left, 'kind' | 'id'>[] {
  if (via === 'provisioner') {
    const asked =
      operation === 'discard' && isObject(json) && isObject(json['value']) ? parseJson(request.body ?? '') : null
    const { kind, id } = isObject(asked) && isObject(asked['with']) ? asked['with'] : {}
    return typeof kind === 'string' && (typeof id === 'number' || typeof id === 'string') ? [{ kind, id }] : []
  }
  const [kind, parameter] = removals[operation as MessagingOperationId] ?? []
  if (kind === undefined || parameter === undefined || outcomeOf({ json }) !== 'success') return []
  const { pathname, searchParams } = new URL(request.url)
  const inPath = /\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
  const id = new URLSearchParams(request.body ?? '').get(parameter) ?? searchParams.get(parameter) ?? inPath
  return id === undefined ? [] : [{ kind, id }]
}

const NO_PROVISIONER: Provisioner = {
  lends: true,
  isLent: () => true,
  offers: () => false,
  forbids: () => false,
  provide: () => Promise.reject(new Error('nobody makes anything')),
}

function fixtureLeft(kind: string, body: string | null, json: unknown): Pick<Left, 'kind' | 'id'>[] {
  const asked = parseJson(body ?? '')
  const withWhat = isObject(asked) && isObject(asked['with']) ? asked['with'] : {}
  const left =
    isObject(json) && isObject(json['value']) ? leftByFixture(fixtureKinds[kind] ?? {}, withWhat, json['value']) : null
  return left ? [{ kind: left.kind, id: left.id }] : []
}

/** Whether an error reply says that some invitations were sent. */
const sentSome = ({ json }: Pick<Reply, 'json'>): boolean => isObject(json) && json['sent_invitations'] === true

/** Removes a group by a provisioner if possible; else deactivates it, unless a check has already done so. */
async function dissolveGroup(id: number | string, actor: Actor | null, provisioner: Provisioner): Promise<void> {
  const discarded = provisioner.offers('discard')
    ? await provisioner.provide('discard', { kind: 'user group', id }).then(
        () => true,
        () => false,
      )
    : false
  if (discarded) return
  const reply = await actor?.sends('deactivateUserGroup', { user_group_id: id }, { observed: true })
  if (reply && outcomeOf(reply) !== 'success') throw new Error('the target refused to deactivate it')
}

async function closeChannel(name: string, provisioner: Provisioner): Promise<void> {
  if (!provisioner.offers('discard')) throw new Error('the contract offers no removal')
  const { id } = await provisioner.provide('channel-named', { name })
  await provisioner.provide('discard', { kind: 'channel', id })
}

/** Revokes a link by a provisioner: the reply has the link, but not the id that revoking needs. */
async function revokeLink(json: unknown, provisioner: Provisioner): Promise<void> {
  const link = isObject(json) ? json['invite_link'] : undefined
  if (!provisioner.offers('discard')) throw new Error('the reply shows no id to revoke it by')
  await provisioner.provide('discard', { kind: 'reusable link', id: link })
}

/** The created object, identified by the first of these members that the reply has. */
function named(kind: string, { json, exchange }: Answer, ...members: readonly string[]): Left[] {
  const identifiers = members.map(member => (isObject(json) ? json[member] : undefined))
  const id = identifiers.find(value => typeof value === 'number' || typeof value === 'string')
  return [{ kind, id: (id as number | string | undefined) ?? `of exchange ${exchange.n}` }]
}

function several({ json, exchange }: Answer, member: string): (number | string)[] {
  const ids = isObject(json) ? json[member] : undefined
  return Array.isArray(ids)
    ? ids.filter(id => typeof id === 'number' || typeof id === 'string')
    : [`of exchange ${exchange.n}`]
}

const addresses = (value: unknown): string[] =>
  text(value)
    .split(/[,\n]/)
    .map(address => address.trim())
    .filter(address => address !== '')

function text(value: unknown): string {
  if (value instanceof Verbatim) return value.text
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
