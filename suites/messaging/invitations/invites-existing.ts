/** Invitations to addresses that have accounts: messaging contract, "POST /invites", INVITATION_FAILED. */
import { type Reply, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { newAddress } from '../controls/controls-invitations.ts'
import { control, vary } from '../controls/variations.ts'
import { anotherOf } from '../fixtures.ts'
import { areAmong } from '../membership.predicates.ts'
import { shared } from '../shared.ts'
import { addresses, invitation, pendingWith, WHAT } from './invite-makers.ts'
import { namesAddress, namesNobody } from './invites.predicates.ts'

const { reply: invited } = invitation

const existingOnly = shared(
  (world): Promise<Reply> => vary(world, 'sendInvites', { invitee_emails: world.admin.email }),
)

/** An existing account's address between new ones. */
const existingAmongNew = shared(async (world): Promise<{ reply: Reply; fresh: string[] }> => {
  const fresh = addresses(world, 6)
  const emails = [...fresh.slice(0, 2), world.admin.email, ...fresh.slice(2)]
  const reply = await vary(world, 'sendInvites', { invitee_emails: emails.join(',') })
  return { reply, fresh }
})

/** The addresses of several existing accounts, and a new address last. */
const existingOnes = shared(async (world): Promise<{ reply: Reply; emails: string[]; fresh: string }> => {
  const others = [await anotherOf(world, 'member'), await anotherOf(world, 'moderator')]
  const emails = [world.admin.email, ...others.flatMap(other => (other ? [other.email] : []))]
  const fresh = newAddress(world)
  const reply = await vary(world, 'sendInvites', { invitee_emails: [...emails, fresh].join(',') })
  return { reply, emails, fresh }
})

/** Whether the other invitations were sent, and no limit was reached that may have blocked some. */
const sentTheRest = ({ json }: Reply): boolean =>
  valueAt(json, '/sent_invitations') === true &&
  ['daily', 'license'].every(limit => valueAt(json, `/${limit}_limit_reached`) !== true)

export default area('messaging.invites', ({ check, visit }) => [
  visit('sendInvites', { actors: ['admin'], allow: 'write' }, async world => void (await existingOnly(world))),

  check(
    'messaging.invites.existing-account',
    'Inviting only addresses that have accounts is refused with INVITATION_FAILED',
    async world => {
      const accepted = await control(world, 'sendInvites')
      world
        .claim(await existingOnly(world))
        .against(accepted)
        .isRefused('INVITATION_FAILED')
    },
  ),

  check(
    'messaging.invites.existing-not-sent',
    'INVITATION_FAILED for addresses that all have accounts has sent_invitations false',
    async world => {
      const reply = await existingOnly(world)
      if (valueAt(reply.json, '/code') !== 'INVITATION_FAILED') return world.cannotJudge('there was no such error')
      world.claim(reply).equals('/sent_invitations', false)
    },
  ),

  check(
    'messaging.invites.failed-limits-not-reached',
    'INVITATION_FAILED says that a limit is reached only while invitations are refused for it',
    async world => {
      const reply = await existingOnly(world)
      if (valueAt(reply.json, '/code') !== 'INVITATION_FAILED') return world.cannotJudge('there was no such error')
      world.claim(reply).equals('/daily_limit_reached', false).equals('/license_limit_reached', false)
    },
  ),

  check(
    'messaging.invites.existing-among-new',
    'Inviting an existing account among new addresses gives INVITATION_FAILED with sent_invitations true',
    async world => {
      const accepted = await invited(world, 'commas')
      world.requireAccepted(accepted)
      const { reply } = await existingAmongNew(world)
      world.claim(reply).against(accepted).isRefused('INVITATION_FAILED').equals('/sent_invitations', true)
    },
  ),

  check(
    'messaging.invites.failed-errors-name',
    'The errors of INVITATION_FAILED name the address that has an account',
    async world => {
      const several = world.budget === 'quick' ? null : await existingOnes(world)
      const tried = [
        await existingOnly(world),
        (await existingAmongNew(world)).reply,
        ...(several ? [several.reply] : []),
      ]
      for (const reply of tried) {
        if (valueAt(reply.json, '/code') !== 'INVITATION_FAILED') return world.cannotJudge('there was no such error')
        world.claim(reply).keeps(namesAddress, { email: world.admin.email })
      }
      const { reply, fresh } = await existingAmongNew(world)
      if (sentTheRest(reply)) world.claim(reply).keeps(namesNobody, { emails: fresh })
      for (const email of several?.emails ?? []) world.claim(several?.reply as Reply).keeps(namesAddress, { email })
    },
  ),

  check(
    'messaging.invites.existing-among-new-pending',
    'The new addresses beside an existing account have pending invitations afterwards',
    async world => {
      const accepted = await invited(world, 'commas')
      world.requireAccepted(accepted)
      const { reply, fresh } = await existingAmongNew(world)
      const among = await pendingWith(world, fresh)
      world.claim(reply).against(accepted).keeps(areAmong, { what: WHAT, items: fresh, among })
      const several = world.budget === 'quick' ? null : await existingOnes(world)
      if (!several) return
      const items = [several.fresh]
      world
        .claim(several.reply)
        .against(accepted)
        .keeps(areAmong, { what: WHAT, items, among: await pendingWith(world, items) })
    },
  ),
])
