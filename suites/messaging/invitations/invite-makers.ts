/** Invitations by email as the checks send them, and pending ones as a provisioner reads them. */
import { newAddress } from '../controls/controls-invitations.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { callerOf } from '../controls/variations.ts'
import type { World } from '../world.ts'
import { sharedParameters } from './invitation-makers.ts'

export const addresses = (world: World, count: number): string[] =>
  Array.from({ length: count }, () => newAddress(world))

export const invitation = optionalParameters(
  'sendInvites',
  {
    ...sharedParameters,
    commas: async world => [{ invitee_emails: addresses(world, 6).join(',') }],
    newlines: async world => [{ invitee_emails: addresses(world, 3).join('\n') }],
    notify: [{ notify_referrer_on_join: false }, { notify_referrer_on_join: true }],
  },
  true,
)

/** The addresses with a pending invitation, in lower case: a deployment may change the letter case. */
export const pending = async (world: World, inviter?: string): Promise<readonly string[]> => {
  const as = inviter ?? (await callerOf(world, 'sendInvites')).email
  return (await world.provide('invitations', { as })).emails.map(email => email.toLowerCase())
}

/** The addresses with a pending invitation; waits a few seconds until they include these. */
export const pendingWith = async (world: World, emails: readonly string[]): Promise<readonly string[]> => {
  let among = await pending(world)
  for (const wait of [200, 800, 2000, 5000]) {
    if (emails.every(email => among.includes(email))) break
    await world.clock.sleep(wait)
    among = await pending(world)
  }
  return among
}

export const WHAT = 'the pending invitations'
