/** Invitations by email as the checks send them, and the pending ones as a provisioner reads them. */
import type { Reply } from '../../harness/index.ts'
import { newAddress } from './controls-invitations.ts'
import { sharedTerms } from './invitation-makers.ts'
import { optionalParameters } from './optional-parameters.ts'
import { sentIn } from './sent-in.ts'
import type { World } from './world.ts'

export const addresses = (world: World, count: number): string[] =>
  Array.from({ length: count }, () => newAddress(world))

export const invitation = optionalParameters(
  'sendInvites',
  {
    ...sharedTerms,
    commas: async world => [{ invitee_emails: addresses(world, 6).join(',') }],
    newlines: async world => [{ invitee_emails: addresses(world, 3).join('\n') }],
    notify: [{ notify_referrer_on_join: false }, { notify_referrer_on_join: true }],
  },
  true,
)

export const pending = async (world: World): Promise<unknown> =>
  (await world.provide('invitations', { as: world.admin.email })).emails

/** The addresses with a pending invitation once these are among them, or after a moment's patience. */
export const pendingWith = async (world: World, emails: readonly string[]): Promise<unknown> => {
  let among = await pending(world)
  for (const wait of [200, 800, 2000, 5000]) {
    if (Array.isArray(among) && emails.every(email => (among as unknown[]).includes(email))) break
    await world.clock.sleep(wait)
    among = await pending(world)
  }
  return among
}

/** The addresses that a request invited. */
export const addressesIn = (reply: Reply): string[] => (sentIn(reply, 'invitee_emails') ?? '').split(/[,\n]/)

export const WHAT = 'the pending invitations'
