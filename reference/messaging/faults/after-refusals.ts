/** Faults of servers that do part of what they refuse: a name is used up, a thing is gone, a draft of a batch is kept. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { credentials, type Knock } from '../credentials.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { addNavigationView } from '../navigation.ts'
import { eachRules } from '../operation.ts'
import { addPlayground } from '../playgrounds.ts'
import { folderMadeThoughRefused } from './channel-folders.ts'
import { channelMadeThoughRefused, makeNamedChannel } from './channels.ts'
import { breach, fault, sinceOf } from './fault.ts'
import { groupMadeThoughRefused, makeNamedGroup } from './user-groups.ts'

const named: readonly (readonly [operation: string, describes: string, area: string])[] = []

const removed: readonly (readonly [operation: string, describes: string, refused: string, area: string])[] = [
  ['revokeReusableInviteLink', 'A wrong key revokes a link', 'credentials', 'invite-links'],
  ['deleteEventQueue', 'A wrong key deletes a queue', 'credentials', 'event-queues'],
  ['removeApnsToken', 'A wrong key removes a device token', 'credentials', 'apns'],
  ['deactivateUserGroup', 'A wrong key removes a group', 'credentials', 'user-groups'],
]

const made: readonly (readonly [operation: string, describes: string, area: string])[] = [
  ['createProfileField', 'A wrong key is refused, and the profile field is made', 'profile-fields'],
  ['createDrafts', 'A wrong key is refused, and the draft is kept', 'drafts'],
  ['sendInvites', 'A wrong key is refused, and the invitation is sent', 'invites'],
  ['updateScheduledMessage', 'A wrong key is refused, and the scheduled message is edited', 'scheduled-messages'],
]

/** A wrong key is refused, and something is done. */
const withAWrongKey = (operation: string, acts: (it: Knock) => void): Change[] =>
  uponRefusal(credentials, 'key-right', acts, { where: it => it.operation === operation })

const { kept } = createDrafts.steps

export const afterRefusalFaults: readonly Fault[] = [
  ...named.map(([operation, describes]) =>
    breach(
      `properties.refused-names-free.${operation}`,
      describes,
      'properties.refused-names-free',
      `${operation}.refused-is-nothing`,
      { facts: { refused: 'parameters' }, ...sinceOf(operation) },
    ),
  ),
  fault(
    'properties.refused-names-free.createChannelFolder',
    'The name of a folder that was refused is taken',
    'properties.refused-names-free',
    folderMadeThoughRefused,
    { since: 389 },
  ),
  fault(
    'properties.refused-names-free.createUserGroup',
    'The name of a group that was refused is taken',
    'properties.refused-names-free',
    groupMadeThoughRefused(),
  ),
  fault(
    'properties.refused-callers-change-nothing.createUserGroup',
    'A wrong key is refused, and the group is made',
    'properties.refused-callers-change-nothing',
    withAWrongKey('createUserGroup', it => it.user && makeNamedGroup(it, it.user)),
  ),
  fault(
    'properties.refused-names-free.createChannel',
    'The name of a channel that was refused is taken',
    'properties.refused-names-free',
    channelMadeThoughRefused(),
    { since: 417 },
  ),
  fault(
    'properties.refused-callers-change-nothing.createChannel',
    'A wrong key is refused, and the channel is made',
    'properties.refused-callers-change-nothing',
    withAWrongKey('createChannel', makeNamedChannel),
    { since: 417 },
  ),
  fault(
    'properties.refused-names-free.addNavigationView',
    'The fragment of a view that was refused is taken',
    'properties.refused-names-free',
    alter(addNavigationView, 'refused', (refusal, { org, caller, sent }) => {
      org.navigationViews.set(`${caller.id} ${sent.get('fragment')}`, {})
      return refusal
    }),
  ),
  fault(
    'properties.refused-names-free.addPlayground',
    'The name of a playground that was refused is taken',
    'properties.refused-names-free',
    [
      alter(addPlayground, 'refused', (refusal, { org, sent }) => {
        const id = org.id('playground')
        org.playgrounds.set(id, { id, name: sent.get('name') })
        return refusal
      }),
      refuseAlso(addPlayground, 'Playground exists', {
        where: ({ org, params }) => [...org.playgrounds.values()].some(one => one['name'] === params.text('name')),
      }),
    ],
  ),
  ...removed.map(([operation, describes, refused]) =>
    breach(
      `properties.refused-removals-not-made.${operation}`,
      describes,
      'properties.refused-removals-not-made',
      `${operation}.refused-is-nothing`,
      { facts: { refused } },
    ),
  ),
  ...made.map(([operation, describes]) =>
    breach(
      `properties.refused-callers-change-nothing.${operation}`,
      describes,
      'properties.refused-callers-change-nothing',
      `${operation}.refused-is-nothing`,
      { facts: { refused: 'credentials' }, ...sinceOf(operation) },
    ),
  ),
  fault(
    'properties.refused-batches-not-kept.before',
    'The drafts before a bad one are kept',
    'properties.refused-batches-not-kept',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const draft of it.drafts.slice(0, it.at)) storeDraft(it, kept(it, draft))
    }),
  ),
  fault(
    'properties.refused-batches-not-kept.after',
    'The drafts after a bad one are kept',
    'properties.refused-batches-not-kept',
    uponRefusal(createDrafts, eachRules(createDrafts), it => {
      for (const draft of it.drafts.slice(it.at + 1)) storeDraft(it, kept(it, draft))
    }),
  ),
  fault(
    'properties.refused-batches-not-kept.unknown-type',
    'The good drafts of a batch with an unknown type are kept',
    'properties.refused-batches-not-kept',
    uponRefusal(createDrafts, 'type-known', it => {
      for (const draft of it.drafts.filter((_, at) => at !== it.at)) storeDraft(it, kept(it, draft))
    }),
  ),
]
