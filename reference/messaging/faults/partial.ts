/** Faults that show only in part: for one role, one script, one spelling, one place in a list. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More } from './fault.ts'

type Row = readonly [id: string, describes: string, breaches: string | readonly string[], breaks: string, more?: More]

const groups = 'user-groups.*'

const typing: readonly Row[] = [
  ...(['start', 'stop'] as const).flatMap(op =>
    (['first', 'last'] as const).flatMap((place): Row[] =>
      (['direct', 'stream'] as const).map(kind => {
        const requirement = `typing.${kind === 'stream' ? 'channel' : 'direct'}-${op}-event`
        const more = { facts: { message_type: kind, op }, ...(kind === 'stream' && { since: 215 }) }
        return [
          `${requirement}.all-but-the-${place}`,
          `The ${place} to be told of a ${op} is not`,
          requirement,
          `typing.tells-the-${place}`,
          more,
        ]
      }),
    ),
  ),
  ...(['start', 'stop'] as const).map(
    (op): Row => [
      `typing.channel-${op}-event.lost-for-channel`,
      `No event for ${op} of type channel`,
      `typing.channel-${op}-event`,
      'typing.event-delivered',
      { facts: { type: 'channel', op }, since: 248 },
    ],
  ),
  [
    'typing.stream.other-scripts',
    'Topics of other scripts are refused',
    ['typing.stream', 'typing.channel'],
    'setTypingStatus.topic.accepted',
    { facts: { script: 'other' }, since: 248 },
  ],
  [
    'typing.op-values.refused-start',
    "Typing refuses op 'start'",
    'typing.op-values',
    'setTypingStatus.op.accepted',
    { facts: { value: 'start' }, mayAlso: ['typing.*', 'parameters.*'] },
  ],
  [
    'typing.edit-op-values.refused-start',
    "Typing while editing refuses op 'start'",
    'typing.edit-op-values',
    'setMessageEditTypingStatus.op.accepted',
    { facts: { value: 'start' }, since: 361, mayAlso: ['typing.*', 'parameters.*'] },
  ],
]

const scheduled: readonly Row[] = [
  [
    'scheduled-messages.content.other-scripts',
    'Content of other scripts is refused',
    ['scheduled-messages.content', 'scheduled-messages.content-changed'],
    'updateScheduledMessage.content.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'scheduled-messages.topic.other-scripts',
    'Topics of other scripts are refused',
    'scheduled-messages.topic',
    'updateScheduledMessage.topic.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'scheduled-messages.to-required.for-channel',
    "The type 'channel' needs no to",
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
    { facts: { as: 'channel' }, since: 248 },
  ],
  [
    'scheduled-messages.to-required.for-private',
    "The type 'private' needs no to",
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
    { facts: { as: 'private' } },
  ],
  [
    'scheduled-messages.topic-required.for-channel',
    "The type 'channel' needs no topic",
    'scheduled-messages.topic-required',
    'scheduled.new-channel-needs-topic',
    { facts: { as: 'channel' }, since: 248 },
  ],
  [
    'scheduled-messages.topic-empty.for-channel',
    "The type 'channel' takes an empty topic",
    'scheduled-messages.topic-empty',
    'scheduled.topic-not-empty',
    { facts: { as: 'channel', spelling: '' }, since: 334 },
  ],
  [
    'scheduled-messages.unknown-channel.for-channel',
    "The type 'channel' takes an unknown channel",
    'scheduled-messages.unknown-channel',
    'scheduled.known-channel',
    { facts: { as: 'channel' }, since: 248, mayAlso: 'scheduled-messages.*' },
  ],
  [
    'scheduled-messages.unknown-user.not-last',
    'Only the last of several users is looked up',
    'scheduled-messages.unknown-user',
    'scheduled.known-users',
    { facts: { last: false } },
  ],
]

const drafts: readonly Row[] = [
  [
    'drafts.one-channel.later-unseen',
    'Only the first draft of a batch is looked at',
    ['drafts.one-channel', 'drafts.type-outside', 'drafts.content-null-byte', 'drafts.content-required'],
    'drafts.each-of-a-batch',
    { facts: { place: 'later', many: true } },
  ],
  [
    'drafts.one-channel.first-unseen',
    'The first draft of a batch is not looked at',
    ['drafts.one-channel', 'drafts.type-outside', 'drafts.content-null-byte', 'drafts.content-required'],
    'drafts.each-of-a-batch',
    { facts: { place: 'first', many: true } },
  ],
  [
    'drafts.kept.first-of-a-batch',
    'Only the first draft of a batch is kept',
    'drafts.kept',
    'drafts.kept',
    { facts: { later: true } },
  ],
  [
    'drafts.channel-kept.other-scripts',
    'Topics of other scripts are lost',
    'drafts.channel-kept',
    'drafts.topic-kept',
    { facts: { script: 'other' } },
  ],
  [
    'drafts.event.batches',
    'A batch of drafts sends no event',
    'drafts.event',
    'drafts.event',
    { facts: { many: true } },
  ],
]

const history: readonly Row[] = [
  [
    'history.prev-content.late',
    'From the fourth edit on prev_content is not told',
    'history.prev-content',
    'history.edit-fields',
    { facts: { field: 'prev_content', late: true } },
  ],
  [
    'history.empty-topic-default.edited',
    'After an edit the empty topic is shown as such',
    ['history.empty-topic-default', 'history.empty-topic-replaced'],
    'history.names-empty-topic',
    { facts: { edited: true }, since: 334 },
  ],
  [
    'read-state.ends.idle',
    'Nothing unread is never complete',
    'read-state.ends',
    'read-state.complete-when-idle',
    { mayAlso: 'read-state.*' },
  ],
]

const parameters: readonly Row[] = [
  [
    'parameters.unsupported-create-drafts.first-only',
    'Of several unsupported parameters one is listed',
    'parameters.unsupported-create-drafts',
    'ignored.listed',
    { facts: { operation: 'createDrafts', first: false }, since: 167 },
  ],
  [
    'profile-fields.summary-third.of-another-type',
    'A third date field is in the summary',
    'profile-fields.summary-third',
    'profile-fields.two-in-summary',
    { facts: { type: 4 } },
  ],
]

const userGroups: readonly Row[] = [
  [
    'user-groups.name-kept.refused-other-scripts',
    'Names of other scripts are refused',
    'user-groups.name-kept',
    'createUserGroup.name.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.description-kept.refused-other-scripts',
    'Descriptions of other scripts are refused',
    'user-groups.description-kept',
    'createUserGroup.description.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.description-kept.lost-other-scripts',
    'Descriptions of other scripts are lost',
    'user-groups.description-kept',
    'groups.description-kept',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.created-listed.newest',
    'The newest group is not listed',
    'user-groups.created-listed',
    'groups.newest-listed',
    { mayAlso: groups },
  ],
  [
    'user-groups.created-listed.only-deactivated',
    'Asked for deactivated groups too, it lists them alone',
    'user-groups.created-listed',
    'groups.active-beside-deactivated',
    { since: 294 },
  ],
  [
    'user-groups.members-unknown.beside-known',
    'An unknown member beside a known one is accepted',
    'user-groups.members-unknown',
    'groups.known-members',
    { facts: { alone: false } },
  ],
  [
    'user-groups.subgroups-kept.first-only',
    'Only the first subgroup is kept',
    'user-groups.subgroups-kept',
    'groups.subgroups-kept',
    { facts: { first: false }, mayAlso: groups },
  ],
  [
    'user-groups.settings-kept.object-lost',
    'Who may mention is lost where it is an object',
    'user-groups.settings-kept',
    'groups.settings-kept',
    { facts: { setting: 'can_mention_group', form: 'object' }, mayAlso: groups },
  ],
  ...(
    [
      ['manage-not-internet', 'can_manage_group', 'role:internet'],
      ['manage-not-everyone', 'can_manage_group', 'role:everyone'],
      ['mention-not-internet', 'can_mention_group', 'role:internet'],
      ['mention-not-owners', 'can_mention_group', 'role:owners'],
    ] as const
  ).flatMap(([requirement, name, group]) =>
    (['member', 'moderator'] as const).map(
      (role): Row => [
        `user-groups.${requirement}.to-${role}s`,
        `${group} is accepted for ${name} from a ${role}`,
        `user-groups.${requirement}`,
        'settings.barred-system-groups',
        { facts: { name, group, role } },
      ],
    ),
  ),
]

const groupUse: readonly Row[] = [
  [
    'user-groups.in-use-subgroup.first-only',
    'Only the first subgroup is in use',
    'user-groups.in-use-subgroup',
    'groups.in-use-as-subgroup',
    { facts: { first: false }, mayAlso: groups },
  ],
  [
    'user-groups.in-use-setting-object.first-only',
    'Only the first group inside a setting is in use',
    'user-groups.in-use-setting-object',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'group', first: false }, mayAlso: groups },
  ],
  [
    'user-groups.in-use-channel-setting.object',
    "A group inside a channel's setting is deactivated",
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'channel' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.in-use-channel-setting.one-setting',
    'A group that may remove subscribers is deactivated',
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    { facts: { of: 'channel', name: 'can_remove_subscribers_group' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.in-use-stays-active.channel',
    'A group of a channel is refused and deactivated',
    'user-groups.in-use-stays-active',
    'groups.in-use-stays-active',
    { facts: { type: 'channel' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.deactivated-no-subgroup.not-first',
    'A deactivated group is a subgroup beside an active one',
    'user-groups.deactivated-no-subgroup',
    'groups.active-subgroups',
    { facts: { first: false } },
  ],
  [
    'user-groups.deactivated-no-setting.object',
    'A deactivated group is inside a setting',
    'user-groups.deactivated-no-setting',
    'settings.active-groups',
    { facts: { operation: 'createUserGroup', wrapped: true } },
  ],
  [
    'user-groups.deactivated-no-channel-setting.one-setting',
    'A deactivated group may add subscribers',
    'user-groups.deactivated-no-channel-setting',
    'settings.active-groups',
    { facts: { operation: 'createChannel', name: 'can_add_subscribers_group' }, since: 417 },
  ],
  [
    'user-groups.deactivated-no-invitation.by-email',
    'Invitations by email lead into a deactivated group',
    'user-groups.deactivated-no-invitation',
    'invites.usable-groups',
    { facts: { deactivated: true, operation: 'sendInvites' } },
  ],
]

export const partialFaults: readonly Fault[] = [
  ...typing,
  ...scheduled,
  ...drafts,
  ...history,
  ...parameters,
  ...userGroups,
  ...groupUse,
].map(row => breach(...row))
