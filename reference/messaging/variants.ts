/** Freedoms that the chat can use, one row each. Ids and open points are written without their `messaging.`. */
import type { Variant } from '../behaviour.ts'
import { alter, drop } from '../operations/change.ts'
import { createChannelFolder } from './channel-folders.ts'
import { createChannel } from './channels.ts'
import { createReusableInviteLink } from './invite-links.ts'
import { sendInvites } from './invites.ts'
import { addNavigationView } from './navigation.ts'
import { addPlayground } from './playgrounds.ts'
import { createUserGroup } from './user-groups.ts'
import { accountVariants } from './variants/account.ts'
import { channelVariants } from './variants/channels.ts'
import { credentialVariants } from './variants/credentials.ts'
import { deviceVariants } from './variants/devices.ts'
import { draftVariants } from './variants/drafts.ts'
import { invitationVariants } from './variants/invitations.ts'
import { limitVariants } from './variants/limits.ts'
import { messageVariants } from './variants/messages.ts'
import { navigationVariants } from './variants/navigation.ts'
import { organizationVariants } from './variants/organization.ts'
import { parameterVariants } from './variants/parameters.ts'
import { playgroundVariants } from './variants/playgrounds.ts'
import { topicVariants } from './variants/topics.ts'
import { typingVariants } from './variants/typing.ts'
import { uploadVariants } from './variants/uploads.ts'
import { userGroupVariants } from './variants/user-groups.ts'
import { variant } from './variants/variant.ts'
import { wireVariants } from './variants/wire.ts'

type More = Pick<Variant, 'excludes' | 'leaves' | 'levels' | 'changes'>
type Row = readonly [id: string, uses: string, describes: string, more?: More]

const unlessNull = (text: string | undefined) => (text === 'null' ? undefined : text)

const wire: readonly Row[] = [
  ['ids.large', 'principle 2: any id scheme', 'Ids are large and far apart'],
  ['envelope.whole-records', 'envelope.record-fields', 'Records of users carry more fields'],
  [
    'parameters.null-text-is-null',
    'parameters.null-text',
    "The text 'null' is taken for null",
    {
      changes: [
        alter(addNavigationView, 'shownName', name => (name === 'null' ? null : name)),
        alter(sendInvites, 'given', given => ({ ...given, welcome: unlessNull(given.welcome) })),
        alter(createReusableInviteLink, 'given', given => ({ ...given, welcome: unlessNull(given.welcome) })),
      ],
    },
  ],
  [
    'parameters.names-may-repeat',
    'parameters.taken-names',
    'Names may be taken twice',
    {
      changes: [
        ...drop(addNavigationView, 'fragment-not-taken'),
        ...drop(addPlayground, 'name-not-taken'),
        ...drop(createChannelFolder, 'name-not-taken'),
        ...drop(createChannel, 'name-not-taken'),
        ...drop(createUserGroup, 'name-not-taken'),
      ],
    },
  ],
]

const deployments: readonly Row[] = [
  ['ids.alike', 'principle 2: any id scheme', 'Things of every kind are counted from one'],
  ['ids.descending', 'principle 2: any id scheme', 'What is newer has a smaller id'],
  ['wire.slow', 'principle 1: nothing says how fast a reply comes', 'Each reply takes more than two seconds'],
  ['wire.lists-shuffled', 'principle 2: any order of arrays', 'Lists come in another order each time'],
  [
    'profile-fields.summary-taken',
    'principle 15: what was there before',
    'Two fields are in the summary already',
    { leaves: 'incomplete' },
  ],
  ['profile-fields.data-rewritten', 'principle 2: any order of object members', 'The data of a field are written anew'],
  ['limits.wait-until', 'principle 12: slow down', 'Now and then a reply names the time until which to wait'],
]

const conversation: readonly Row[] = [
  ['scheduled-messages.failed-stays', 'scheduled-messages.failed-after-edit', 'The failed flag stays after an edit'],
  [
    'scheduled-messages.no-empty-topic',
    'scheduled-messages.empty-topic-unchanged-type',
    'A scheduled message is never edited to the empty topic',
    { leaves: 'incomplete' },
  ],
  [
    'scheduled-messages.nothing-to-change-refused',
    'scheduled-messages.no-parameters',
    'An edit that names nothing to change is refused',
  ],
  [
    'scheduled-messages.type-needs-to',
    'scheduled-messages.type-repeated',
    'An edit that names a type needs recipients, also where the type stays',
  ],
  [
    'scheduled-messages.any-topic-when-turned',
    'principle 3: two sentences, either outcome',
    'A message may be turned into one of the empty topic',
    { levels: { since: 334 } },
  ],
  ['scheduled-messages.delivered-when-due', 'scheduled-messages.delivery', 'A scheduled message that is due is gone'],
  ['event-queues.long-ids', 'event-queues.register', 'Queue ids are long and of several scripts'],
  [
    'event-queues.nothing-declared',
    'principle 11: a fixture is no evidence',
    'Event queues are registered without any capability',
    { leaves: 'incomplete' },
  ],
  ['event-queues.heartbeats', 'event-queues.fetching', 'Events begin with a heartbeat'],
  ['event-queues.slow', 'event-queues.fetching', 'Events can be fetched eight seconds after they were first asked for'],
  ['event-queues.more-types', 'event-queues.event-types', 'Events of unheard types come along'],
]

const stricter: readonly Row[] = [
  [
    'settings.no-empty-lists',
    'principle 1: an empty list in a setting is not written',
    'No list in a setting is empty',
    { leaves: 'incomplete' },
  ],
  ['profile-fields.distinct-choices', 'principle 15: no two equal texts', 'Two choices of one text are refused'],
  ['playgrounds.names-once', 'principle 15: unique names', 'No two playgrounds have one name'],
  ['navigation.names-once', 'principle 15: unique names', 'No two views have one name'],
]

const organization: readonly Row[] = [
  [
    'profile-fields.summary-left-out',
    'principle 1: present on some entries',
    'display_in_profile_summary is there only where it was sent',
  ],
  ['profile-fields.data-left-out', 'principle 1: field_data may be absent', 'field_data is absent where there is none'],
  [
    'profile-fields.external-needs-known-subtype',
    'profile-fields.external-account',
    'An external account needs a known kind',
  ],
  ['profile-fields.numbered-choices', 'profile-fields.choice-order-kind', 'The order of a choice has to be a number'],
  [
    'profile-fields.short-names',
    'principle 8: over a length either happens',
    'Names have at most 40 letters, hints at most 80',
  ],
  ['profile-fields.order-as-text', 'profile-fields.choice-order-kind', 'The order of a choice is kept as text'],
  ['profile-fields.other-defaults', 'profile-fields.defaults', 'Fields are not editable by users by default'],
  [
    'linkifiers.translated',
    'linkifiers.pattern-dialect',
    'What a fixture makes is written in the dialect of the server',
    { excludes: ['messaging.linkifiers.other-dialect'] },
  ],
  ['linkifiers.other-dialect', 'linkifiers.pattern-dialect', 'Patterns name their groups without a P'],
]

const account: readonly Row[] = [
  ['account.last-user-owns', 'account.last-user-is-owner', 'The only user is also the only owner'],
  ['uploads.tus-elsewhere', 'uploads.resumable-requests', 'The resumable endpoint takes no request'],
  [
    'uploads.tus-by-post-only',
    'uploads.resumable-requests',
    'The resumable endpoint knows POST and nothing else',
    { excludes: ['messaging.uploads.tus-elsewhere'] },
  ],
  ['uploads.tus-with-key', 'uploads.resumable-authorization', 'The resumable endpoint wants a key'],
  [
    'limits.three-per-second',
    'limits.rate',
    'Three requests a second are served, the others told to wait without saying how long',
    { excludes: ['messaging.limits.rate-limited'] },
  ],
  ['limits.rate-limited', 'limits.rate', 'Every fortieth request is told to wait'],
]

const rows: readonly Row[] = [...wire, ...deployments, ...conversation, ...stricter, ...organization, ...account]

export const messagingVariants: readonly Variant[] = [
  ...rows.map(([id, uses, describes, { changes = [], ...more } = {}]) => variant(id, uses, describes, changes, more)),
  ...channelVariants,
  ...accountVariants,
  ...userGroupVariants,
  ...credentialVariants,
  ...deviceVariants,
  ...draftVariants,
  ...invitationVariants,
  ...limitVariants,
  ...messageVariants,
  ...navigationVariants,
  ...organizationVariants,
  ...parameterVariants,
  ...playgroundVariants,
  ...topicVariants,
  ...typingVariants,
  ...uploadVariants,
  ...wireVariants,
]
