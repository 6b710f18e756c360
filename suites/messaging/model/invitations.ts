/** The models of invitations and reusable links: messaging contract, "Invitations". */
import { equals, field, type Ruling, valueAt } from '../../../harness/index.ts'
import { newAddress } from '../controls-invitations.ts'
import { isRefused, succeeds } from '../envelope.predicates.ts'
import { NO_SUCH_ID, newlyMade } from '../fixtures.ts'
import { defaultChannel } from '../invitation-makers.ts'
import { addresses, WHAT } from '../invite-makers.ts'
import { absoluteUrl } from '../invites.predicates.ts'
import { areAmong, areNotAmong } from '../membership.predicates.ts'
import { shared } from '../shared.ts'
import { acceptedDeactivation, deactivatedGroup } from '../user-group-makers.ts'
import { controlOf } from '../variations.ts'
import type { World } from '../world.ts'
import { earlier } from './before.ts'
import { type ParameterRules, parameters } from './derive.ts'
import {
  anyOrder,
  callers,
  type Done,
  type ModelFactor,
  type OperationModel,
  orNull,
  times,
} from './operation-model.ts'
import { refusedAgain } from './refused-again.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { oneOf } from './things.ts'
import { type Asked, inTurn, opened, texts, value, wrong } from './values.ts'

type Inviting = 'invites' | 'invite-links'

const by = (area: Inviting, name: string): RequirementId => `messaging.${area}.${name}` as RequirementId

/** The roles that nobody below may invite to. */
const ABOVE: Readonly<Record<string, readonly [number, ...number[]]>> = {
  'new admin': [100],
  moderator: [100, 200],
  member: [300, 200, 100],
}

const above = (asked: Asked): unknown => {
  const caller = asked.row['caller'] ?? ''
  const [first = 100, ...more] = ABOVE[caller] ?? []
  return inTurn(`above ${asked.row['caller']}`, () => first, ...more.map(role => () => role))(asked)
}

const RANK: Readonly<Record<string, number>> = {
  owner: 100,
  admin: 200,
  'new admin': 200,
  moderator: 300,
  member: 400,
}

const invitesAbove = (caller: string | undefined, role: string | undefined): boolean =>
  caller !== undefined && Number(role) > 0 && Number(role) < (RANK[caller] ?? 400)

/** Who may add subscribers to a channel is its own setting, whatever the caller's role. */
const CHANNELS = 'channel open to callers'

/** A deactivated group stands where active ones are accepted. */
async function withDeactivated(asked: Asked): Promise<number[]> {
  await acceptedDeactivation(asked.world)
  return [await oneOf('group open to callers', asked), (await deactivatedGroup(asked.world)).id]
}

const terms = (area: Inviting) =>
  ({
    invite_expires_in_minutes: {
      values: [value('60', 60, by(area, 'expires')), value('null', null, by(area, 'expires-never'))],
      kind: refused(by(area, 'expires-kind')),
    },
    invite_as: {
      values: [
        value('100', 100, by(area, 'role-owner')),
        ...[200, 300, 400, 600].map(role => value(String(role), role, by(area, 'role-values'))),
      ],
      kind: refused(by(area, 'role-kind')),
      more: [
        wrong('outside the set', 500, refused(by(area, 'role-outside'))),
        wrong('above', above, refused(by(area, 'role-above'), 'BAD_REQUEST')),
      ],
    },
    group_ids: {
      by: by(area, 'groups'),
      names: 'group open to callers',
      not: ['none'],
      kind: refused(by(area, 'groups-kind')),
      unknown: refused(by(area, 'groups-unknown')),
      more: [
        wrong('deactivated after active', withDeactivated, refused('messaging.user-groups.deactivated-no-invitation')),
      ],
    },
    include_realm_default_subscriptions: {
      by: by(area, 'default-subscriptions'),
      kind: refused(by(area, 'default-subscriptions-kind')),
    },
    welcome_message_custom_text: {
      values: [
        ...texts('welcome', { by: by(area, 'welcome'), stated: 3200 }).slice(1),
        value('empty', '', by(area, 'welcome-empty')),
      ],
    },
  }) satisfies Readonly<Record<string, ParameterRules>>

const exclusions = [
  {
    reason: 'nobody invites above their own role',
    excludes: (row: Asked['row']) => invitesAbove(row['caller'], row['invite_as']),
  },
  {
    reason: 'no role is above an owner, and the administrator of a target file may be one',
    excludes: (row: Asked['row']) => ['owner', 'admin'].includes(row['caller'] ?? '') && row['invite_as'] === 'above',
  },
  {
    reason: 'a welcome text from somebody who is not an administrator is open',
    excludes: (row: Asked['row']) =>
      ['member', 'moderator'].includes(row['caller'] ?? '') &&
      (row['welcome_message_custom_text'] ?? 'absent') !== 'absent',
  },
]

const inDefault = async ({ world }: Asked): Promise<number[]> => [await defaultChannel(world)]

/** The address of somebody of this role; where there is nobody, that of an administrator. */
const addressOf =
  (word: 'member' | 'moderator' | 'guest') =>
  async ({ world }: Asked): Promise<string> =>
    ((await world.someone(word)) ?? world.anyOf('admin', 'owner')).email

/** An account is one whatever its role. */
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
    value('one', ({ world }: Asked) => newAddress(world)),
    value('commas', ({ world }: Asked) => addresses(world, 2).join(','), 'messaging.invites.emails-commas'),
    value('newlines', ({ world }: Asked) => addresses(world, 2).join('\n'), 'messaging.invites.emails-newlines'),
    // "Commas or newlines" may mean one of the two for the whole list.
    opened(
      value('both', ({ world }: Asked) => {
        const [first, second, third] = addresses(world, 3)
        return `${first},${second}\n${third}`
      }),
    ),
    wrong('missing', undefined, refusedPreferably('messaging.invites.emails-required')),
    wrong('empty', '', refused('messaging.invites.emails-empty', 'BAD_REQUEST')),
    wrong('existing', existing, refused('messaging.invites.existing-account', 'INVITATION_FAILED')),
    wrong(
      'existing among new',
      async (asked: Asked) => [newAddress(asked.world), await existing(asked)].join(','),
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
      ...terms('invites'),
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

/** The plainest list of channels is the empty one, which says nothing of its own. */
function emptyFirst(factor: ModelFactor): ModelFactor {
  if (factor.name !== 'stream_ids') return factor
  return { ...factor, values: [value('none', []), ...factor.values.filter(({ name }) => name !== 'none')] }
}

const addressesOf = ({ params }: Done): string[] => String(params['invitee_emails'] ?? '').split(/[,\n]/)

/** Each address that was invited is pending, and none of those that were refused is, as its inviter sees them. */
async function pendingOf(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const caller of new Set(all.map(one => one.caller))) {
    const mine = all.filter(
      done =>
        done.caller === caller && typeof done.params['invitee_emails'] === 'string' && done.params['invitee_emails'],
    )
    const wanted = mine.flatMap(done =>
      done.outcome === 'success'
        ? addressesOf(done)
        : valueAt(done.reply.json, '/sent_invitations') === true
          ? addressesOf(done).slice(0, 1)
          : [],
    )
    let among: unknown = null
    for (const wait of [0, 200, 800, 2000, 5000]) {
      await world.clock.sleep(wait)
      among = (await orNull(world.provide('invitations', { as: caller.email })))?.['emails'] ?? null
      if (!Array.isArray(among) || wanted.every(email => (among as unknown[]).includes(email))) break
    }
    if (!Array.isArray(among)) continue
    for (const done of mine) {
      const { row, reply, outcome } = done
      if (outcome === 'error' && valueAt(reply.json, '/code') === 'INVITATION_FAILED') {
        // Where it says that some were sent, the new addresses are pending.
        if (row['invitee_emails'] !== 'existing among new' || valueAt(reply.json, '/sent_invitations') !== true)
          continue
        const args = { what: WHAT, items: addressesOf(done).slice(0, 1), among }
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
        args: { what: WHAT, items: addressesOf(done), among },
      })
    }
  }
  return rulings
}

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
      ...terms('invite-links'),
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
          value('one of three', async (asked: Asked) => {
            const [before, one, after] = [await link(asked), await link(asked), await link(asked)]
            asked.notes.set('neighbours', [before, after])
            return one
          }),
        ],
        more: [
          wrong(
            'unknown',
            async (asked: Asked) => {
              await keptLink(asked)
              return NO_SUCH_ID
            },
            refused('messaging.invite-links.revoke-unknown', 'BAD_REQUEST'),
          ),
          wrong(
            'revoked',
            async (asked: Asked) => {
              await keptLink(asked)
              const known = (await revokedLinks(asked.world)).get(asked.caller.email)
              if (known !== undefined) return known
              const id = await link(asked)
              asked.world.requireAccepted(await asked.caller.sends('revokeReusableInviteLink', { invite_id: id }))
              return id
            },
            refused('messaging.invite-links.revoked-twice', 'BAD_REQUEST'),
          ),
        ],
      },
    }),
    earlier,
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

/** The link that each caller revoked last. */
const revokedLinks = shared(async (_world): Promise<Map<string, number>> => new Map())

/** A link of each caller's own, which stays while they are refused others; only where they revoked one before. */
const keptLinks = shared(async (_world): Promise<Map<string, number>> => new Map())

async function keptLink(asked: Asked): Promise<void> {
  const all = await keptLinks(asked.world)
  if (!all.has(asked.caller.email)) all.set(asked.caller.email, await link(asked))
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

const link = ({ world, caller }: Asked): Promise<number> => newlyMade(world, 'multiuse-invite', { as: caller.email })
