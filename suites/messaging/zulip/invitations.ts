/** Invitations and reusable links. */
import type { FixtureValue } from '../../../harness/index.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

export const invitesOf = async ({ calls }: Zulip, as: unknown): Promise<readonly FixtureValue[]> =>
  listIn(await calls.as(as, 'GET', '/invites'), 'invites')

export const isLink = (invite: FixtureValue): boolean => invite['is_multiuse'] === true

/** Whether a listed link is this one: the list may omit the beginning of links. */
export const isSameLink = (listed: unknown, made: unknown): boolean =>
  typeof listed === 'string' && typeof made === 'string' && listed.length > 8 && made.endsWith(listed)

/** Creates a link. On servers whose list does not contain the links themselves, the new entry of the list is taken for it. */
const multiuseInvite: Maker = ({ as }, zulip) =>
  zulip.inTurn(async () => {
    const links = async (): Promise<FixtureValue[]> => (await invitesOf(zulip, as)).filter(isLink)
    for (let tries = 0; tries < 3; tries++) {
      const before = new Set((await links()).map(({ id }) => id))
      const { invite_link } = await zulip.calls.as(as, 'POST', '/invites/multiuse')
      const after = (await links()).filter(({ id }) => !before.has(id))
      const ours = after.filter(({ link_url }) => isSameLink(link_url, invite_link))
      const [link, ...more] = ours.length > 0 ? ours : after
      if (link && more.length === 0) return { id: link['id'] }
    }
    throw new NotOnZulip('the list of invitations does not show which of the links is the new one')
  })

const invitations: Maker = async ({ as }, zulip) => {
  const pending = (await invitesOf(zulip, as)).filter(one => !isLink(one))
  return { emails: pending.map(({ email }) => email).filter(email => typeof email === 'string') }
}

export const invitationMakers = { 'multiuse-invite': multiuseInvite, invitations }
