/** The table of those rules: which requests a server stumbles over, and what it answers then. */
import type { Call } from './call.ts'
import { isObject } from './params.ts'

export interface OddRule {
  readonly rule: string
  readonly operation: string
  readonly when: (call: Call) => boolean
  readonly answer: 'refusal' | 'no envelope'
}

const texts = ({ params }: Call): string[] => [...params.names()].map(name => JSON.stringify(params.raw(name)) ?? '')
const has = (call: Call, pattern: RegExp): boolean => texts(call).some(text => pattern.test(text))
const sent = ({ params }: Call, ...names: readonly string[]): boolean => names.every(name => params.has(name))

/** Letters of scripts that seldom stand in tests. */
export const rare =
  /[\p{Script=Greek}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Settings in the object form that name two users. */
const crowded = ({ params }: Call, names: readonly string[]): boolean =>
  names.some(name => {
    const value = params.raw(name)
    return isObject(value) && Array.isArray(value['direct_members']) && value['direct_members'].length > 1
  })

const groupSettings = ['add_members', 'join', 'leave', 'manage', 'mention', 'remove_members'].map(
  word => `can_${word}_group`,
)

const odd = (
  rule: string,
  operation: string,
  when: OddRule['when'],
  answer: OddRule['answer'] = 'refusal',
): OddRule => ({ rule: `odd.${rule}`, operation, when, answer })

export const oddRules: readonly OddRule[] = [
  {
    rule: 'text.any',
    operation: '*',
    when: call => has(call, /\\u00[01]|[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\p{M}{2}|</u),
    answer: 'no envelope',
  },
  odd('description-letters', 'createUserGroup', call => rare.test(call.params.text('description'))),
  odd(
    'group-three-settings',
    'createUserGroup',
    call => groupSettings.filter(name => sent(call, name)).length >= 3,
    'no envelope',
  ),
  odd('group-crowded-setting', 'createUserGroup', call => crowded(call, groupSettings)),
  odd('group-several-members', 'createUserGroup', call => call.params.integers('members').length > 1),
  odd('field-hint-letters', 'createProfileField', call => rare.test(call.params.text('hint'))),
  odd(
    'field-four-parameters',
    'createProfileField',
    call => sent(call, 'hint', 'required', 'editable_by_user'),
    'no envelope',
  ),
  odd('field-long-key', 'createProfileField', call =>
    Object.keys(Object(call.params.raw('field_data'))).some(key => key.length > 6),
  ),
  odd(
    'invite-with-role',
    'sendInvites',
    call => sent(call, 'invite_as', 'group_ids', 'notify_referrer_on_join'),
    'no envelope',
  ),
  odd(
    'link-long-validity',
    'createReusableInviteLink',
    call => Number(call.params.raw('invite_expires_in_minutes')) > 50_000,
    'no envelope',
  ),
  odd(
    'link-three-terms',
    'createReusableInviteLink',
    call => sent(call, 'invite_as', 'stream_ids', 'group_ids'),
    'no envelope',
  ),
  odd(
    'scheduled-ignored-topic',
    'updateScheduledMessage',
    call =>
      /^(direct|private)$/.test(call.params.text('type')) &&
      /^(true|-1|\[\]|\{\}|)$/.test(call.sent.get('topic') ?? 'none'),
  ),
  odd(
    'scheduled-three-changes',
    'updateScheduledMessage',
    call => sent(call, 'scheduled_delivery_timestamp', 'content', 'topic'),
    'no envelope',
  ),
  odd('scheduled-content-letters', 'updateScheduledMessage', call => rare.test(call.params.text('content'))),
  odd('apostrophes', '*', call => has(call, /'/u), 'no envelope'),
  odd('ampersands', '*', call => has(call, /&/u), 'no envelope'),
  odd('quotation-marks', '*', call => has(call, /\\"/u) && !has(call, /\\n/u), 'no envelope'),
  odd('percent-signs', '*', call => has(call, /%/u), 'no envelope'),
  odd(
    'letters-beyond-the-first-plane',
    '*',
    call => has(call, /\p{L}/u) && has(call, /[\u{10000}-\u{10ffff}]/u),
    'no envelope',
  ),
  odd('third-used-group', 'deactivateUserGroup', ({ org }) => emptied(org) > 1),
]

/** How many groups that used others are deactivated. */
const emptied = (org: Call['org']): number =>
  [...org.groups.values()].filter(({ subgroups, deactivated }) => subgroups.size > 0 && deactivated).length
