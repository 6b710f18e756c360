/** The model of invitations by email: messaging contract, "Invitations". */
import { equals, type Ruling, valueAt } from '../../../harness/index.ts'
import { addressesOf, newAddress } from '../controls/controls-invitations.ts'
import { controlOf } from '../controls/variations.ts'
import { addresses, pending, WHAT } from '../invitations/invite-makers.ts'
import { areAmong, areNotAmong } from '../membership.predicates.ts'
import type { World } from '../world.ts'
import { parameters } from './derive.ts'
import { CHANNELS, exclusions, inDefault, invitationParameters } from './invitation-parameters.ts'
import {
  anyOrder,
  callers,
  type Done,
  type ModelFactor,
  type OperationModel,
  orNull,
  times,
} from './operation-model.ts'
import { refused, refusedPreferably } from './rules.ts'
import { inTurn, type RequestContext, value, withOpenRefusal, wrong } from './values.ts'

/** The email address of somebody of this role, or of an administrator if there is nobody. */
const addressOf =
  (word: 'member' | 'moderator' | 'guest') =>
  async ({ world }: RequestContext): Promise<string> =>
    ((await world.someone(word)) ?? world.anyOf('admin', 'owner')).email

/** An existing account, of each role in turn. */
const existing = inTurn(
  'existing account',
  addressOf('guest'),
  addressOf('member'),
  ({ world }) => world.anyOf('admin', 'owner').email,
  addressOf('moderator'),
)

const emails: ModelFactor = {
  name: 'invitee_emails',
  values: [
    value('one', ({ world }: RequestContext) => newAddress(world)),
    value('commas', ({ world }: RequestContext) => addresses(world, 2).join(','), 'messaging.invites.emails-commas'),
    value(
      'newlines',
      ({ world }: RequestContext) => addresses(world, 2).join('\n'),
      'messaging.invites.emails-newlines',
    ),
    // "Commas or newlines" may mean only one of the two in a list.
    withOpenRefusal(
      value('both', ({ world }: RequestContext) => {
        const [first, second, third] = addresses(world, 3)
        return `${first},${second}\n${third}`
      }),
    ),
    wrong('missing', undefined, refusedPreferably('messaging.invites.emails-required')),
    wrong('empty', '', refused('messaging.invites.emails-empty', 'BAD_REQUEST')),
    wrong('existing', existing, refused('messaging.invites.existing-account', 'INVITATION_FAILED')),
    wrong(
      'existing among new',
      async (context: RequestContext) => [newAddress(context.world), await existing(context)].join(','),
      refused('messaging.invites.existing-among-new', 'INVITATION_FAILED'),
    ),
  ],
}

export const sendInvites: OperationModel = {
  operation: 'sendInvites',
  isolation: 'exclusive',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.invites.accepted',
  decides: [
    'messaging.invites.pending',
    'messaging.invites.refused-not-pending',
    'messaging.invites.existing-among-new-pending',
  ],
  factors: level => [
    callers('admin', 'owner', 'new admin', 'moderator', 'member'),
    emails,
    ...parameters('sendInvites', level, {
      ...invitationParameters('invites'),
      stream_ids: {
        by: 'messaging.invites.channels',
        names: CHANNELS,
        missing: refusedPreferably('messaging.invites.channels-required'),
        kind: refused('messaging.invites.channels-kind'),
        unknown: refused('messaging.invites.channels-unknown', 'BAD_REQUEST'),
        more: [value('a default one', inDefault, 'messaging.invites.channels-default')],
      },
      notify_referrer_on_join: { by: 'messaging.invites.notify', kind: refused('messaging.invites.notify-kind') },
    })
      .filter(({ name }) => name !== 'invitee_emails')
      .map(emptyFirst),
    anyOrder('sendInvites', level),
    times(),
  ],
  exclusions,
  showsNothing: reply => controlOf('sendInvites').showsNothing?.(reply) ?? null,
  judge: ({ row, reply, outcome }) =>
    row['invitee_emails'] === 'existing among new' && outcome === 'error'
      ? [
          {
            requirement: 'messaging.invites.existing-among-new',
            row,
            replies: [reply],
            predicate: equals as never,
            args: { pointer: '/sent_invitations', value: true },
          },
        ]
      : [],
  risky: ['caller', 'invite_as', 'stream_ids', 'invitee_emails'],
  review: pendingOf,
  rows: { quick: 0, standard: 145, thorough: 800 },
}

/** Moves the empty list of channels to the front, as the plainest value, without a requirement for it. */
function emptyFirst(factor: ModelFactor): ModelFactor {
  if (factor.name !== 'stream_ids') return factor
  return { ...factor, values: [value('none', []), ...factor.values.filter(({ name }) => name !== 'none')] }
}

const invitedBy = ({ params }: Done): string[] => addressesOf(String(params['invitee_emails'] ?? ''))

/** Judges, from the inviter's list, that each invited address is pending, and none of a refused request is. */
async function pendingOf(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const caller of new Set(all.map(one => one.caller))) {
    const mine = all.filter(
      done =>
        done.caller === caller && typeof done.params['invitee_emails'] === 'string' && done.params['invitee_emails'],
    )
    const wanted = mine.flatMap(done =>
      done.outcome === 'success'
        ? invitedBy(done)
        : valueAt(done.reply.json, '/sent_invitations') === true
          ? invitedBy(done).slice(0, 1)
          : [],
    )
    let among: readonly string[] | null = null
    for (const wait of [0, 200, 800, 2000, 5000]) {
      await world.clock.sleep(wait)
      among = await orNull(pending(world, caller.email))
      if (!among || wanted.every(email => among?.includes(email))) break
    }
    if (!among) continue
    for (const done of mine) {
      const { row, reply, outcome } = done
      if (outcome === 'error' && valueAt(reply.json, '/code') === 'INVITATION_FAILED') {
        // If the reply says that some were sent, the new addresses are pending.
        if (row['invitee_emails'] !== 'existing among new' || valueAt(reply.json, '/sent_invitations') !== true)
          continue
        const args = { what: WHAT, items: invitedBy(done).slice(0, 1), among }
        const requirement = 'messaging.invites.existing-among-new-pending'
        rulings.push({ requirement, row, replies: [reply], predicate: areAmong as never, args })
        continue
      }
      const made = outcome === 'success'
      rulings.push({
        requirement: made ? 'messaging.invites.pending' : 'messaging.invites.refused-not-pending',
        row,
        replies: [reply],
        predicate: (made ? areAmong : areNotAmong) as never,
        args: { what: WHAT, items: invitedBy(done), among },
      })
    }
  }
  return rulings
}
