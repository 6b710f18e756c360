/** A provisioner whose makings are written in the book as well, and carry the run's id where they have a name. */
import type { Actor } from '../actor.ts'
import type { Estate, Removal } from '../estate.ts'
import { outcomeOf } from '../evidence/outcome.ts'
import type { Reply } from '../http/client.ts'
import type { FixtureValue, Provisioner } from './provisioner.ts'

export interface BookkeptParts {
  readonly book: Estate
  readonly runId: string
  /** Who acts under this address, where we have the credentials. */
  readonly actor: (email: string) => Actor | undefined
  readonly learn: (secret: string) => void
}

interface Making {
  readonly kind: string
  readonly id: string
  /** The contract's own way to remove it. */
  readonly remove?: (actor: Actor, id: unknown) => Promise<Reply>
}

const makings: Readonly<Record<string, Making>> = {
  channel: { kind: 'channel', id: 'id' },
  message: { kind: 'message', id: 'id' },
  'scheduled-message': { kind: 'scheduled message', id: 'id' },
  linkifier: { kind: 'linkifier', id: 'id' },
  'push-device': { kind: 'push device', id: 'pushAccountId' },
  'multiuse-invite': {
    kind: 'multiuse invite',
    id: 'id',
    remove: (actor, invite_id) => actor.sends('revokeReusableInviteLink', { invite_id }, { observed: true }),
  },
  'event-queue': {
    kind: 'event queue',
    id: 'queueId',
    remove: (actor, queue_id) => actor.sends('deleteEventQueue', { queue_id }, { observed: true }),
  },
  'apns-token': {
    kind: 'apns token',
    id: 'token',
    remove: (actor, token) => actor.sends('removeApnsToken', { token }, { observed: true }),
  },
  'last-owner': { kind: 'throwaway organization', id: 'baseUrl' },
  'last-user': { kind: 'throwaway organization', id: 'baseUrl' },
}

/** Somebody who was made for this run; accounts that the provisioner keeps for all runs are left to it. */
const FRESH: Making = { kind: 'user', id: 'email' }

export function bookkept(provisioner: Provisioner, parts: BookkeptParts): Provisioner {
  if (provisioner.lends) return provisioner
  let channels = 0
  const wished = (kind: string): FixtureValue =>
    kind === 'channel' ? { name: `assay ${parts.runId} fixture ${++channels}` } : {}
  return {
    ...provisioner,
    async provide(kind, withWhat) {
      const value = await provisioner.provide(kind, { ...wished(kind), ...withWhat })
      if (!provisioner.isLent(value)) writeDown(kind, withWhat, value, parts)
      return value
    },
  }
}

function writeDown(kind: string, withWhat: FixtureValue, value: FixtureValue, parts: BookkeptParts): void {
  const { as, count = 1 } = withWhat
  if (kind === 'unread') unreadMade(value['messageIds'], `${count} to ${as}`, parts.book)
  if (kind === 'reaction' && typeof value['uploaded'] === 'string') parts.book.made('custom emoji', value['uploaded'])
  const left = leftByFixture(kind, withWhat, value)
  if (!left) return
  if (kind === 'apns-token') parts.learn(String(left.id))
  parts.book.made(left.kind, left.id, removalOf(makings[kind], left.id, parts.actor(String(as))))
}

/** A provisioner that says which messages it sent can remove them too. */
function unreadMade(ids: unknown, otherwise: string, book: Estate): void {
  if (!Array.isArray(ids)) book.made('unread messages', otherwise, 'the provisioner does not say which they are')
  else for (const id of ids) if (typeof id === 'number') book.made('message', id)
}

/** What a fixture that was made leaves in the target. */
export function leftByFixture(
  kind: string,
  withWhat: FixtureValue,
  value: FixtureValue,
): { readonly kind: string; readonly id: number | string } | null {
  const isFresh = kind === 'actor' && (withWhat['fresh'] === true || value['fresh'] === true)
  const making = isFresh ? FRESH : makings[kind]
  const id = making && value[making.id]
  return making && (typeof id === 'number' || typeof id === 'string') ? { kind: making.kind, id } : null
}

function removalOf(making: Making | undefined, id: number | string, actor: Actor | undefined): Removal | undefined {
  const remove = making?.remove
  if (!remove || !actor) return undefined
  return async () => {
    if (outcomeOf(await remove(actor, id)) !== 'success') throw new Error('the target refused its removal')
  }
}
