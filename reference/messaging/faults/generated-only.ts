/**
 * Faults of certain lengths, letters and combinations, and of the fourth step of a sequence: only generated requests find them.
 */
import type { Fault } from '../../behaviour.ts'
import { alter, instead, refuseAlso } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import type { Call, Reply } from '../call.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { createChannel } from '../channels.ts'
import { deactivateUserGroup } from '../deactivate-user-group.ts'
import { createDrafts } from '../drafts.ts'
import { createReusableInviteLink } from '../invite-links.ts'
import { sendInvites } from '../invites.ts'
import { parse } from '../kinds.ts'
import { checkMessagesMatchNarrow } from '../narrow.ts'
import { addNavigationView } from '../navigation.ts'
import type { AnyOperation } from '../operation.ts'
import { isObject } from '../params.ts'
import { addPlayground } from '../playgrounds.ts'
import { createProfileField } from '../profile-fields.ts'
import { response } from '../respond.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { setTypingStatus } from '../typing.ts'
import { unsupportedParameters } from '../unsupported-parameters.ts'
import { uploadFile } from '../uploads.ts'
import { createUserGroup, groupSettingNames } from '../user-groups.ts'
import { fault } from './fault.ts'
import { families } from './properties.ts'

/** Letters of scripts that tests rarely use. */
const rareLetters =
  /[\p{Script=Greek}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

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
      'draft-content-letters',
      'A draft in some scripts is refused',
      drafts => drafts.some(({ content }) => rareLetters.test(content)),
    ],
  ] satisfies (readonly [string, string, (drafts: Seen<typeof createDrafts>['drafts']) => boolean, typeof thorough?])[]
).map(([rule, describes, where, more]) =>
  fault(`odd.${rule}`, describes, refuseAlso(createDrafts, 'Not like this', { where: ({ drafts }) => where(drafts) }), {
    breaches: 'properties.accepts-drafts',
    ...more,
  }),
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
    refuseAlso(checkMessagesMatchNarrow, 'Not like this', { where: ({ terms }) => where(terms) }),
    { breaches: 'properties.accepts-narrow', ...more },
  ),
)
const noEnvelope = { detail: 'Server error' } as unknown as Reply

/** The requests with which an operation fails; `bare` replies have no envelope. */
const ofOperations: readonly (readonly [
  rule: string,
  describes: string,
  operation: AnyOperation,
  where: (call: Call) => boolean,
  more?: { readonly bare?: true; readonly budget?: 'thorough' },
])[] = [
  [
    'channel-description-letters',
    'A channel description in some scripts gets no envelope',
    createChannel,
    ({ params }) => rareLetters.test(params.text('description')),
    { bare: true, ...thorough },
  ],
  [
    'channel-three-parameters',
    'Three optional parameters of a channel at once get no envelope',
    createChannel,
    ({ params }) => ['announce', 'topics_policy', 'description'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'channel-two-subscribers',
    'A channel of two subscribers is refused',
    createChannel,
    ({ params }) => params.integers('subscribers').length > 1,
    thorough,
  ],
  [
    'description-letters',
    'A group description in some scripts is refused',
    createUserGroup,
    ({ params }) => rareLetters.test(params.text('description')),
  ],
  [
    'group-three-settings',
    'Three settings of a group at once get no envelope',
    createUserGroup,
    ({ params }) => groupSettingNames.filter(name => params.has(name)).length >= 3,
    { bare: true },
  ],
  [
    'group-crowded-setting',
    'A group setting of two users is refused',
    createUserGroup,
    ({ params }) => groupSettingNames.some(name => isCrowded(params.raw(name))),
  ],
  [
    'group-several-members',
    'A group of two members is refused',
    createUserGroup,
    ({ params }) => params.integers('members').length > 1,
  ],
  [
    'field-hint-letters',
    'A hint in some scripts is refused',
    createProfileField,
    ({ params }) => rareLetters.test(params.text('hint')),
  ],
  [
    'field-four-parameters',
    'Three optional parameters of a field at once get no envelope',
    createProfileField,
    ({ params }) => ['hint', 'required', 'editable_by_user'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'field-long-key',
    'A choice with a long key is refused',
    createProfileField,
    ({ params }) => Object.keys(Object(params.raw('field_data'))).some(key => key.length > 6),
  ],
  [
    'invite-with-role',
    'Three optional parameters of an invitation at once get no envelope',
    sendInvites,
    ({ params }) => ['invite_as', 'group_ids', 'notify_referrer_on_join'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'link-long-validity',
    'A link that is valid for days gets no envelope',
    createReusableInviteLink,
    ({ params }) => Number(params.raw('invite_expires_in_minutes')) > 5_000,
    { bare: true, ...thorough },
  ],
  [
    'link-three-terms',
    'Three terms of a link at once get no envelope',
    createReusableInviteLink,
    ({ params }) => ['invite_as', 'stream_ids', 'group_ids'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'scheduled-ignored-topic',
    'Some topics are refused although direct messages ignore them',
    updateScheduledMessage,
    ({ params, sent }) =>
      /^(direct|private)$/.test(params.text('type')) && /^(true|-1|\[\]|\{\}|)$/.test(sent.get('topic') ?? 'none'),
    thorough,
  ],
  [
    'scheduled-three-changes',
    'An edit of three things at once gets no envelope',
    updateScheduledMessage,
    ({ params }) => ['scheduled_delivery_timestamp', 'content', 'topic'].every(name => params.has(name)),
    { bare: true },
  ],
  [
    'scheduled-content-letters',
    'A scheduled message in some scripts is refused',
    updateScheduledMessage,
    ({ params }) => rareLetters.test(params.text('content')),
  ],
  [
    'folder-description-length',
    'A folder description of certain lengths is refused',
    createChannelFolder,
    ({ params }) => /^.{2,20}$/su.test(params.text('description')),
  ],
]

/** Whether a setting in the object form names several users. */
const isCrowded = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['direct_members']) && value['direct_members'].length > 1

/** The number of deactivated groups with subgroups. */
const emptied = (org: Call['org']): number =>
  [...org.groups.values()].filter(({ subgroups, deactivated }) => subgroups.size > 0 && deactivated).length

/** The values that were sent, each as JSON. */
const textsIn = (sent: ReadonlyMap<string, string>): string[] =>
  [...sent.values()].map(text => JSON.stringify(/^[[{]/.test(text) ? (parse(text) ?? text) : text))

const has = (pattern: RegExp) => (texts: readonly string[]) => texts.some(text => pattern.test(text))
const ENVELOPE = 'envelope.one-of-two'

/** Characters with which any endpoint may fail. */
const characters: readonly (readonly [
  id: string,
  describes: string,
  breaches: string,
  is: (texts: readonly string[]) => boolean,
])[] = [
  ['odd.apostrophes', 'An apostrophe is answered without an envelope', ENVELOPE, has(/'/)],
  ['odd.ampersands', 'An ampersand is answered without an envelope', ENVELOPE, has(/&/)],
  [
    'odd.quotation-marks',
    'A quotation mark is answered without an envelope',
    ENVELOPE,
    texts => has(/\\"/)(texts) && !has(/\\n/)(texts),
  ],
  ['odd.percent-signs', 'A percent sign is answered without an envelope', ENVELOPE, has(/%/)],
  [
    'odd.letters-beyond-the-first-plane',
    'A letter beyond the first plane is answered without an envelope',
    ENVELOPE,
    texts => has(/\p{L}/u)(texts) && has(/[\u{10000}-\u{10ffff}]/u)(texts),
  ],
  [
    'properties.controls-break-it',
    'A control character in a text is answered without an envelope',
    'properties.hostile-text',
    has(/\\u00[01]|[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\p{M}{2}|</u),
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
  fault(`odd.${rule}`, describes, refuseAlso(setTypingStatus, 'Not like this', { where }), {
    breaches: 'properties.accepts-typing',
    ...more,
  }),
)

export const generatedOnlyFaults: readonly Fault[] = [
  ...typingFaults,
  ...draftFaults,
  ...narrowFaults,
  fault(
    'odd.playground-name-letters',
    'A playground with a name in some scripts is refused',
    refuseAlso(addPlayground, 'Not like this', { where: ({ params }) => rareLetters.test(params.text('name')) }),
    { breaches: 'properties.accepts-playgrounds', ...thorough },
  ),
  fault(
    'odd.file-name-letters',
    'A file name in some scripts is refused',
    refuseAlso(uploadFile, 'Not like this', { where: ({ files }) => files.some(({ name }) => rareLetters.test(name)) }),
    { breaches: 'properties.accepts-uploads', ...thorough },
  ),
  fault(
    'odd.view-with-dot',
    'A fragment with a dot is refused',
    refuseAlso(addNavigationView, 'Not like this', { where: ({ params }) => params.text('fragment').includes('.') }),
    { breaches: 'properties.accepts-navigation', ...thorough },
  ),
  fault(
    'odd.view-name-letters',
    'A name of a view in some scripts is refused',
    refuseAlso(addNavigationView, 'Not like this', { where: ({ params }) => rareLetters.test(params.text('name')) }),
    { breaches: 'properties.accepts-navigation' },
  ),
  ...ofOperations.map(([rule, describes, operation, where, { bare, ...more } = {}]) =>
    fault(
      `odd.${rule}`,
      describes,
      [
        refuseAlso(operation, 'Not like this', { where }),
        ...(bare ? [alter(operation, 'refused', () => noEnvelope, { where })] : []),
      ],
      { breaches: `properties.accepts-${families[operation.id]}`, ...more },
    ),
  ),
  ...characters.map(([id, describes, breaches, is]) =>
    fault(
      id,
      describes,
      [
        refuseAlso(unsupportedParameters, 'Not like this', { where: ({ sent }) => is(textsIn(sent)) }),
        instead(response, 'reply', () => noEnvelope, { where: ({ sent }) => is(textsIn(sent)) }),
      ],
      { breaches },
    ),
  ),
  fault(
    'odd.third-used-group',
    'Once two groups that used others are gone, none can be deactivated',
    refuseAlso(deactivateUserGroup, 'Not like this', { where: ({ org }) => emptied(org) > 1 }),
    { breaches: 'sequences.user-groups', ...thorough },
  ),
]
