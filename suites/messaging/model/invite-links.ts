/** The models of reusable links: messaging contract, "Invitations". */
import { field, type Ruling } from '../../../harness/index.ts'
import { isRefused, succeeds } from '../conventions/envelope.predicates.ts'
import { NO_SUCH_ID, newlyMade } from '../fixtures.ts'
import { absoluteUrl } from '../invitations/invites.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { beforeFactor } from './before.ts'
import { parameters } from './derive.ts'
import { CHANNELS, exclusions, inDefault, invitationParameters } from './invitation-parameters.ts'
import { anyOrder, callers, type Done, type OperationModel, times } from './operation-model.ts'
import { refusedAgain } from './refused-again.ts'
import { refused } from './rules.ts'
import { type RequestContext, value, wrong } from './values.ts'

export const createReusableInviteLink: OperationModel = {
  operation: 'createReusableInviteLink',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.invite-links.created',
  decides: ['messaging.invite-links.link-url'],
  judge: ({ row, reply, outcome }) =>
    outcome === 'success'
      ? [
          {
            requirement: 'messaging.invite-links.link-url',
            row,
            replies: [reply],
            predicate: field as never,
            args: { path: '/invite_link', schema: absoluteUrl, required: true },
          },
        ]
      : [],
  factors: level => [
    callers('admin', 'owner', 'new admin', 'moderator', 'member'),
    ...parameters('createReusableInviteLink', level, {
      ...invitationParameters('invite-links'),
      stream_ids: {
        by: 'messaging.invite-links.channels',
        names: CHANNELS,
        kind: refused('messaging.invite-links.channels-kind'),
        unknown: refused('messaging.invite-links.channels-unknown', 'BAD_REQUEST'),
        more: [value('a default one', inDefault, 'messaging.invite-links.channels-default')],
      },
    }),
    anyOrder('createReusableInviteLink', level),
    times(),
  ],
  exclusions,
  risky: ['caller', 'invite_as', 'stream_ids', 'group_ids'],
  rows: { quick: 0, standard: 120, thorough: 600 },
}

export const revokeReusableInviteLink: OperationModel = {
  operation: 'revokeReusableInviteLink',
  needs: { actors: ['admin'], fixtures: ['multiuse-invite'], allow: 'write' },
  accepted: 'messaging.invite-links.revoked',
  decides: ['messaging.invite-links.revoke-one-only', 'messaging.invite-links.revoke-refused-unchanged'],
  factors: level => [
    callers('admin', 'owner', 'moderator', 'member'),
    ...parameters('revokeReusableInviteLink', level, {
      invite_id: {
        values: [
          value('one of three', async (context: RequestContext) => {
            const [before, one, after] = [await link(context), await link(context), await link(context)]
            context.notes.set('neighbours', [before, after])
            return one
          }),
        ],
        more: [
          wrong(
            'unknown',
            async (context: RequestContext) => {
              await keptLink(context)
              return NO_SUCH_ID
            },
            refused('messaging.invite-links.revoke-unknown', 'BAD_REQUEST'),
          ),
          wrong(
            'revoked',
            async (context: RequestContext) => {
              await keptLink(context)
              const known = (await revokedLinks(context.world)).get(context.caller.email)
              if (known !== undefined) return known
              const id = await link(context)
              context.world.requireAccepted(await context.caller.sends('revokeReusableInviteLink', { invite_id: id }))
              return id
            },
            refused('messaging.invite-links.revoked-twice', 'BAD_REQUEST'),
          ),
        ],
      },
    }),
    beforeFactor,
  ],
  settled: async ({ outcome, caller, params }, world) => {
    const id = params['invite_id']
    if (outcome === 'success' && typeof id === 'number') (await revokedLinks(world)).set(caller.email, id)
  },
  review: async (world, all) => {
    const rulings = await refusedAgain(world, revokeReusableInviteLink, all)
    for (const { row, caller, params, notes, outcome, reply: control } of all) {
      const neighbours = notes.get('neighbours')
      if (!Array.isArray(neighbours) || outcome !== 'success') continue
      const twice = await caller.sends('revokeReusableInviteLink', params)
      const again = { requirement: 'messaging.invite-links.revoked-twice', row, replies: [twice], control }
      rulings.push({ ...again, predicate: isRefused as never, args: { codes: ['BAD_REQUEST'] } })
      for (const invite_id of neighbours) {
        const reply = await caller.sends('revokeReusableInviteLink', { invite_id })
        const requirement = 'messaging.invite-links.revoke-one-only'
        rulings.push({ requirement, row, replies: [reply], predicate: succeeds as never, args: {} })
      }
    }
    return [...rulings, ...(await stillValid(world, all))]
  },
  rows: { quick: 0, standard: 30, thorough: 80 },
}

/** The link that each caller revoked last, by email address. */
const revokedLinks = shared(async (_world): Promise<Map<string, number>> => new Map())

/** A valid link of each caller who revoked one before: it must stay valid while the caller is refused other revocations. */
const keptLinks = shared(async (_world): Promise<Map<string, number>> => new Map())

async function keptLink(context: RequestContext): Promise<void> {
  const all = await keptLinks(context.world)
  if (!all.has(context.caller.email)) all.set(context.caller.email, await link(context))
}

async function stillValid(world: World, all: readonly Done[]): Promise<Ruling[]> {
  const kept = await keptLinks(world)
  const rulings: Ruling[] = []
  for (const { row, caller, outcome } of all.toReversed()) {
    const invite_id = kept.get(caller.email)
    if (outcome !== 'error' || invite_id === undefined) continue
    kept.delete(caller.email)
    const reply = await caller.sends('revokeReusableInviteLink', { invite_id })
    const requirement = 'messaging.invite-links.revoke-refused-unchanged'
    rulings.push({ requirement, row, replies: [reply], predicate: succeeds as never, args: {} })
  }
  return rulings
}

const link = ({ world, caller }: RequestContext): Promise<number> =>
  newlyMade(world, 'multiuse-invite', { as: caller.email })
