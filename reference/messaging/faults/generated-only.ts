/** Faults of certain lengths, letters and combinations, and of the fourth step: only generated requests find them. */
import type { Fault } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import type { Call, Reply } from '../call.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { createChannel } from '../channels.ts'
import { createDrafts } from '../drafts.ts'
import { checkMessagesMatchNarrow } from '../narrow.ts'
import { addNavigationView } from '../navigation.ts'
import { rare as rareLetters } from '../odd-rules.ts'
import type { AnyOperation } from '../operation.ts'
import { addPlayground } from '../playgrounds.ts'
import { setTypingStatus } from '../typing.ts'
import { uploadFile } from '../uploads.ts'
import { breach, fault, sinceOf } from './fault.ts'

type Row = readonly [rule: string, describes: string, operation: string, breaches: string]

const rows: readonly Row[] = [
  ['description-letters', 'A group description in some scripts is refused', 'createUserGroup', 'accepts-user-groups'],
  [
    'group-three-settings',
    'Three settings of a group at once get no envelope',
    'createUserGroup',
    'accepts-user-groups',
  ],
  ['group-crowded-setting', 'A group setting of two users is refused', 'createUserGroup', 'accepts-user-groups'],
  ['group-several-members', 'A group of two members is refused', 'createUserGroup', 'accepts-user-groups'],
  ['field-hint-letters', 'A hint in some scripts is refused', 'createProfileField', 'accepts-profile-fields'],
  [
    'field-four-parameters',
    'Three optional parameters of a field at once get no envelope',
    'createProfileField',
    'accepts-profile-fields',
  ],
  ['field-long-key', 'A choice with a long key is refused', 'createProfileField', 'accepts-profile-fields'],
  [
    'invite-with-role',
    'Three optional parameters of an invitation at once get no envelope',
    'sendInvites',
    'accepts-invites',
  ],
  [
    'link-long-validity',
    'A link that is valid for weeks gets no envelope',
    'createReusableInviteLink',
    'accepts-invite-links',
  ],
  [
    'link-three-terms',
    'Three terms of a link at once get no envelope',
    'createReusableInviteLink',
    'accepts-invite-links',
  ],
  [
    'scheduled-ignored-topic',
    'Some topics are refused although direct messages ignore them',
    'updateScheduledMessage',
    'accepts-scheduled-messages',
  ],
  [
    'scheduled-three-changes',
    'An edit of three things at once gets no envelope',
    'updateScheduledMessage',
    'accepts-scheduled-messages',
  ],
  [
    'scheduled-content-letters',
    'A scheduled message in some scripts is refused',
    'updateScheduledMessage',
    'accepts-scheduled-messages',
  ],
]

/** Characters over which any endpoint may stumble. */
const characters: readonly (readonly [rule: string, describes: string])[] = [
  ['apostrophes', 'An apostrophe is answered without an envelope'],
  ['ampersands', 'An ampersand is answered without an envelope'],
  ['quotation-marks', 'A quotation mark is answered without an envelope'],
  ['percent-signs', 'A percent sign is answered without an envelope'],
  ['letters-beyond-the-first-plane', 'A letter beyond the first plane is answered without an envelope'],
]

/** What the standard budget is too small for. */
const rare = new Set<string>(['scheduled-ignored-topic', 'link-long-validity'])

const thorough = { budget: 'thorough' } as const

const draftFaults: readonly Fault[] = (
  [
    [
      'draft-direct-topic',
      'A direct draft with a long topic is refused',
      drafts => drafts.some(({ type, topic }) => type === 'private' && topic.length > 20),
    ],
    [
      'draft-mixed-batch',
      'A batch from a direct draft to a channel draft is refused',
      drafts => drafts[0]?.type === 'private' && drafts.at(-1)?.type === 'stream',
      thorough,
    ],
    [
      'draft-early-timestamp',
      'A draft last edited years ago is refused',
      drafts => drafts.some(({ timestamp = Number.POSITIVE_INFINITY }) => timestamp < 1_600_000_000),
    ],
    [
      'draft-content-letters',
      'A draft in some scripts is refused',
      drafts => drafts.some(({ content }) => rareLetters.test(content)),
    ],
  ] satisfies (readonly [string, string, (drafts: Seen<typeof createDrafts>['drafts']) => boolean, typeof thorough?])[]
).map(([rule, describes, where, more]) =>
  fault(
    `odd.${rule}`,
    describes,
    'properties.accepts-drafts',
    refuseAlso(createDrafts, 'Not like this', { where: ({ drafts }) => where(drafts) }),
    { ...more },
  ),
)

const narrowFaults: readonly Fault[] = (
  [
    ['narrow-several-terms', 'A narrow of three terms is refused', terms => terms.length > 2, thorough],
    [
      'narrow-operand-letters',
      'An operand in some scripts is refused',
      terms => terms.some(({ operand }) => rareLetters.test(String(operand))),
    ],
  ] satisfies (readonly [
    string,
    string,
    (terms: Seen<typeof checkMessagesMatchNarrow>['terms']) => boolean,
    typeof thorough?,
  ])[]
).map(([rule, describes, where, more]) =>
  fault(
    `odd.${rule}`,
    describes,
    'properties.accepts-narrow',
    refuseAlso(checkMessagesMatchNarrow, 'Not like this', { where: ({ terms }) => where(terms) }),
    { ...more },
  ),
)
const noEnvelope = { detail: 'Server error' } as unknown as Reply

/** Which requests an operation stumbles over; a bare answer has no envelope. */
const ofOperations: readonly (readonly [
  rule: string,
  describes: string,
  operation: AnyOperation,
  breaches: string,
  where: (call: Call) => boolean,
  more?: { readonly bare?: true; readonly budget?: 'thorough' },
])[] = [
  [
    'channel-description-letters',
    'A channel description in some scripts gets no envelope',
    createChannel,
    'channels',
    ({ params }) => rareLetters.test(params.text('description')),
    { bare: true, ...thorough },
  ],
  [
    'channel-three-parameters',
    'Three optional parameters of a channel at once get no envelope',
    createChannel,
    'channels',
    ({ params }) => ['announce', 'topics_policy', 'description'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'channel-two-subscribers',
    'A channel of two subscribers is refused',
    createChannel,
    'channels',
    ({ params }) => params.integers('subscribers').length > 1,
    thorough,
  ],
  [
    'folder-description-length',
    'A folder description of certain lengths is refused',
    createChannelFolder,
    'channel-folders',
    ({ params }) => /^.{2,20}$/su.test(params.text('description')),
  ],
]

const odd = /^(true|-1|\[\]|\{\})$/

const typingFaults: readonly Fault[] = (
  [
    [
      'typing-ignored-topic',
      'Some topics are refused although they are ignored',
      ({ inChannel, sent }) => !inChannel && odd.test(sent.get('topic') ?? ''),
      thorough,
    ],
    [
      'typing-ignored-channel',
      'Odd channel ids are refused although ignored',
      ({ inChannel, sent }) => !inChannel && Number(sent.get('stream_id') ?? 1) < 1,
      thorough,
    ],
    [
      'typing-ignored-users',
      'An empty list is refused although it is ignored',
      ({ inChannel, sent }) => inChannel && sent.get('to') === '[]',
      thorough,
    ],
    [
      'typing-topic-letters',
      'Typing in a topic of some scripts is refused',
      ({ params }) => rareLetters.test(params.text('topic')),
    ],
  ] satisfies (readonly [string, string, (it: Seen<typeof setTypingStatus>) => boolean, typeof thorough?])[]
).map(([rule, describes, where, more]) =>
  fault(
    `odd.${rule}`,
    describes,
    'properties.accepts-typing',
    refuseAlso(setTypingStatus, 'Not like this', { where }),
    { ...more },
  ),
)

export const generatedOnlyFaults: readonly Fault[] = [
  ...typingFaults,
  ...draftFaults,
  ...narrowFaults,
  fault(
    'odd.playground-name-letters',
    'A playground with a name in some scripts is refused',
    'properties.accepts-playgrounds',
    refuseAlso(addPlayground, 'Not like this', { where: ({ params }) => rareLetters.test(params.text('name')) }),
    { ...thorough },
  ),
  fault(
    'odd.file-name-letters',
    'A file name in some scripts is refused',
    'properties.accepts-uploads',
    refuseAlso(uploadFile, 'Not like this', { where: ({ files }) => files.some(({ name }) => rareLetters.test(name)) }),
    { ...thorough },
  ),
  fault(
    'odd.view-with-dot',
    'A fragment with a dot is refused',
    'properties.accepts-navigation',
    refuseAlso(addNavigationView, 'Not like this', { where: ({ params }) => params.text('fragment').includes('.') }),
    { ...thorough },
  ),
  fault(
    'odd.view-name-letters',
    'A name of a view in some scripts is refused',
    'properties.accepts-navigation',
    refuseAlso(addNavigationView, 'Not like this', { where: ({ params }) => rareLetters.test(params.text('name')) }),
  ),
  ...ofOperations.map(([rule, describes, operation, breaches, where, { bare, ...more } = {}]) =>
    fault(
      `odd.${rule}`,
      describes,
      `properties.accepts-${breaches}`,
      [
        refuseAlso(operation, 'Not like this', { where }),
        ...(bare ? [alter(operation, 'refused', () => noEnvelope, { where })] : []),
      ],
      { ...sinceOf(operation.id), ...more },
    ),
  ),
  ...rows.map(([rule, describes, operation, breaches]) =>
    breach(`odd.${rule}`, describes, `properties.${breaches}`, `odd.${rule}`, {
      ...sinceOf(operation),
      ...(rare.has(rule) && thorough),
    }),
  ),
  ...characters.map(([rule, describes]) => breach(`odd.${rule}`, describes, 'envelope.one-of-two', `odd.${rule}`)),
  breach(
    'odd.third-used-group',
    'Once two groups that used others are gone, none can be deactivated',
    'sequences.user-groups',
    'odd.third-used-group',
    { ...thorough },
  ),
]
