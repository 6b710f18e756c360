/** Faults of servers that carry out part of a refused request: a name is taken, a thing removed, a draft of a batch kept. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { credentials, type Knock } from '../credentials.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { addressesIn } from '../invites.ts'
import { addNavigationView } from '../navigation.ts'
import { eachRules } from '../operation.ts'
import type { User } from '../organization.ts'
import { addPlayground } from '../playgrounds.ts'
import { folderMadeThoughRefused } from './channel-folders.ts'
import { channelMadeThoughRefused, makeNamedChannel } from './channels.ts'
import { keepDrafts } from './draft-effects.ts'
import { fault, sinceOf } from './fault.ts'
import { makeNamedField } from './profile-fields.ts'
import { editNamedMessage } from './scheduled-message-effects.ts'
import { groupMadeThoughRefused, makeNamedGroup } from './user-groups.ts'

/** Requests with a wrong key that remove something. */
const removed: readonly (readonly [operation: string, describes: string, removes: (it: Knock) => void])[] = [
  [
    'revokeReusableInviteLink',
    'A wrong key revokes a link',
    ({ org, sent }) => {
      const link = org.inviteLinks.get(Number(sent.get('invite_id')))
      if (link) link.revoked = true
    },
  ],
  [
    'deleteEventQueue',
    'A wrong key deletes a queue',
    ({ org, sent }) => void org.queues.delete(sent.get('queue_id') ?? ''),
  ],
  [
    'removeApnsToken',
    'A wrong key removes a device token',
    ({ user, sent }) => void user?.apnsTokens.delete(sent.get('token') ?? ''),
  ],
  [
    'deactivateUserGroup',
    'A wrong key removes a group',
    ({ org, sent }) => {
      const group = org.groups.get(Number(sent.get('user_group_id')))
      if (group && !group.system) org.groups.delete(group.id)
    },
  ],
]

/** Requests with a wrong key that make or change something. */
const made: readonly (readonly [operation: string, describes: string, makes: (it: Knock) => void])[] = [
  ['createProfileField', 'A wrong key is refused, and the profile field is made', makeNamedField],
  ['createDrafts', 'A wrong key is refused, and the draft is kept', it => it.user && keepDrafts(it, it.user)],
  ['sendInvites', 'A wrong key is refused, and the invitation is sent', it => it.user && invite(it, it.user)],
  ['updateScheduledMessage', 'A wrong key is refused, and the scheduled message is edited', editNamedMessage],
  ['createUserGroup', 'A wrong key is refused, and the group is made', it => it.user && makeNamedGroup(it, it.user)],
  ['createChannel', 'A wrong key is refused, and the channel is made', makeNamedChannel],
]

function invite({ org, sent }: Knock, { id: inviterId }: User): void {
  for (const email of addressesIn(sent.get('invitee_emails') ?? '')) {
    const id = org.id('invitation')
    org.invitations.set(id, { id, email, inviterId, role: 400, expiresAt: null })
  }
}

/** A wrong key is refused, but something is done. */
const withAWrongKey = (operation: string, acts: (it: Knock) => void): Change[] =>
  uponRefusal(credentials, 'key-right', acts, { where: it => it.operation === operation })

const { kept } = createDrafts.steps

export const afterRefusalFaults: readonly Fault[] = [
  fault(
    'properties.refused-names-free.createChannelFolder',
    'The name of a folder that was refused is taken',
    folderMadeThoughRefused,
    sinceOf('createChannelFolder'),
  ),
  fault(
    'properties.refused-names-free.createUserGroup',
    'The name of a group that was refused is taken',
    groupMadeThoughRefused(),
  ),
  fault(
    'properties.refused-names-free.createChannel',
    'The name of a channel that was refused is taken',
    channelMadeThoughRefused(),
    sinceOf('createChannel'),
  ),
  fault(
    'properties.refused-names-free.addNavigationView',
    'The fragment of a view that was refused is taken',
    alter(addNavigationView, 'refused', (refusal, { org, caller, sent }) => {
      org.navigationViews.set(`${caller.id} ${sent.get('fragment')}`, {})
      return refusal
    }),
  ),
  fault('properties.refused-names-free.addPlayground', 'The name of a playground that was refused is taken', [
    alter(addPlayground, 'refused', (refusal, { org, sent }) => {
      const id = org.id('playground')
      org.playgrounds.set(id, { id, name: sent.get('name') })
      return refusal
    }),
    refuseAlso(addPlayground, 'Playground exists', {
      where: ({ org, params }) => [...org.playgrounds.values()].some(one => one['name'] === params.text('name')),
    }),
  ]),
  ...removed.map(([operation, describes, removes]) =>
    fault(`properties.refused-removals-not-made.${operation}`, describes, withAWrongKey(operation, removes)),
  ),
  ...made.map(([operation, describes, makes]) =>
    fault(
      `properties.refused-callers-change-nothing.${operation}`,
      describes,
      withAWrongKey(operation, makes),
      sinceOf(operation),
    ),
  ),
  fault(
    'properties.refused-batches-not-kept.before',
    'The drafts before a bad one are kept',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const draft of it.drafts.slice(0, it.at)) storeDraft(it, kept(it, draft))
    }),
  ),
  fault(
    'properties.refused-batches-not-kept.after',
    'The drafts after a bad one are kept',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const draft of it.drafts.slice(it.at + 1)) storeDraft(it, kept(it, draft))
    }),
  ),
  fault(
    'properties.refused-batches-not-kept.unknown-type',
    'The good drafts of a batch with an unknown type are kept',
    uponRefusal(createDrafts, 'type-known', it => {
      for (const draft of it.drafts.filter((_, at) => at !== it.at)) storeDraft(it, kept(it, draft))
    }),
  ),
]
