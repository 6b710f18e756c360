/** Faults of reply fields: left out, or of another kind. */
import type { Alteration, Fault } from '../../behaviour.ts'
import { altered, sinceOf } from './fault.ts'

type On = 'success' | 'error'
type Wrong = Alteration | 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Each row: where the field is, what its requirement is, and the wrong kinds it is given; it is left out besides. */
type Row = readonly [operation: string, on: On, path: string, requirement: string, wrong: readonly Wrong[]]

const groupField = (name: string, ...wrong: Wrong[]): Row => [
  'getUserGroups',
  'success',
  `user_groups/*/${name}`,
  `user-groups.field-${name.replaceAll('_', '-')}`,
  wrong,
]
const profileField = (name: string, requirement: string, ...wrong: Wrong[]): Row => [
  'getProfileFields',
  'success',
  `custom_fields/*/${name}`,
  `profile-fields.${requirement}`,
  wrong,
]
const snapshot = (name: string, requirement: string, ...wrong: Wrong[]): Row => [
  'getMessageHistory',
  'success',
  `message_history/*/${name}`,
  `history.${requirement}`,
  wrong,
]
const presence = (path: string, requirement: string, ...wrong: Wrong[]): Row => [
  'getPresence',
  'success',
  path,
  `presence.${requirement}`,
  wrong,
]

const rows: readonly Row[] = [
  ['createDrafts', 'success', 'ids', 'drafts.ids', ['null', 'object', { set: ['1', '2'] }]],
  ['createChannelFolder', 'success', 'channel_folder_id', 'channel-folders.id', ['string', 'null']],
  ['updateScheduledMessage', 'error', 'stream_id', 'scheduled-messages.unknown-channel-field', ['string']],
  ['checkMessagesMatchNarrow', 'success', 'messages', 'narrow.messages', ['null', { set: [] }]],
  ['checkMessagesMatchNarrow', 'success', 'messages/*/match_content', 'narrow.match-content', ['null', 'array']],
  ['checkMessagesMatchNarrow', 'success', 'messages/*/match_subject', 'narrow.match-subject', ['null', 'array']],
  ['getMessageHistory', 'success', 'message_history', 'history.list', ['null', 'object']],
  snapshot('topic', 'topic', 'null'),
  snapshot('content', 'content', 'array'),
  snapshot('rendered_content', 'rendered-content', 'null'),
  snapshot('timestamp', 'timestamp', 'string', { set: 1800000000.5 }),
  snapshot('user_id', 'user-id', 'string'),
  snapshot('prev_topic', 'prev-topic', 'null'),
  snapshot('stream', 'stream', 'string'),
  snapshot('prev_stream', 'prev-stream', 'string'),
  snapshot('prev_content', 'prev-content', 'null'),
  snapshot('prev_rendered_content', 'prev-rendered-content', 'null'),
  snapshot('content_html_diff', 'content-html-diff', 'array'),
  ['markAllAsRead', 'success', 'complete', 'read-state.complete', ['string', 'number', 'null']],
  [
    'sendInvites',
    'error',
    'errors',
    'invites.failed-errors',
    ['string', { set: [['a@b.example', 'Has an account.']] }],
  ],
  ['sendInvites', 'error', 'daily_limit_reached', 'invites.failed-daily-limit', ['number', 'null']],
  ['sendInvites', 'error', 'license_limit_reached', 'invites.failed-license-limit', ['string']],
  ['sendInvites', 'error', 'sent_invitations', 'invites.failed-sent', ['number']],
  ['createReusableInviteLink', 'success', 'invite_link', 'invite-links.link', ['null', 'array']],
  ['createProfileField', 'success', 'id', 'profile-fields.id', ['string']],
  ['getProfileFields', 'success', 'custom_fields', 'profile-fields.list', ['null', 'object']],
  profileField('id', 'field-id', 'string'),
  profileField('name', 'field-name', 'null'),
  profileField('hint', 'field-hint', 'null'),
  profileField('type', 'field-type', 'string', { set: 9 }, { set: 0 }),
  profileField('order', 'field-order', 'string'),
  profileField('required', 'field-required', 'string', 'number'),
  profileField('editable_by_user', 'field-editable', 'null'),
  ['addPlayground', 'success', 'id', 'playgrounds.id', ['string', 'null']],
  ['getLinkifiers', 'success', 'linkifiers', 'linkifiers.list', ['null', 'object']],
  ['getLinkifiers', 'success', 'linkifiers/*/id', 'linkifiers.id', ['string']],
  ['getLinkifiers', 'success', 'linkifiers/*/pattern', 'linkifiers.pattern', ['null']],
  ['getLinkifiers', 'success', 'linkifiers/*/url_template', 'linkifiers.url-template', ['array']],
  presence('presences', 'presences', 'null', 'array'),
  presence('server_timestamp', 'server-timestamp', 'string'),
  presence('presences/*/website', 'two-entries', 'array'),
  presence('presences/*/aggregated', 'two-entries', 'null'),
  presence('presences/*/website/client', 'client', { set: 'ZulipAndroid' }),
  presence('presences/*/aggregated/client', 'client', { set: 'aggregated' }),
  presence('presences/*/website/status', 'status', { set: 'online' }),
  presence('presences/*/website/timestamp', 'timestamp', 'string'),
  presence('presences/*/website/pushable', 'pushable-website', { set: true }, { set: 'false' }),
  ['createUserGroup', 'success', 'group_id', 'user-groups.group-id', ['string', 'null']],
  ['getUserGroups', 'success', 'user_groups', 'user-groups.list', ['null', 'object']],
  groupField('id', 'string'),
  groupField('name', 'null'),
  groupField('description', 'null'),
  groupField('date_created', 'string', { set: 1800000000.25 }),
  groupField('creator_id', 'string'),
  groupField('members', 'null', { set: ['11'] }),
  groupField('direct_subgroup_ids', 'object'),
  groupField('is_system_group', 'number'),
  groupField('deactivated', 'null'),
  groupField('can_add_members_group', 'null'),
  groupField('can_join_group', { set: 'role:nobody' }),
  groupField('can_leave_group', { set: { direct_members: [] } }),
  groupField('can_manage_group', { set: [] }),
  groupField('can_mention_group', { set: { direct_members: [], direct_subgroups: ['1'] } }),
  groupField('can_remove_members_group', 'boolean'),
  ['deactivateUserGroup', 'error', 'objections', 'user-groups.objections', ['string', 'object']],
  ['deactivateUserGroup', 'error', 'objections/*/type', 'user-groups.objection-type', ['null']],
  ['deactivateUserGroup', 'error', 'objections/*/settings', 'user-groups.objection-settings', ['null', { set: [7] }]],
  ['fetchApiKey', 'success', 'api_key', 'api-key.key', ['array', 'null']],
  ['fetchApiKey', 'success', 'email', 'api-key.email', ['null']],
  ['fetchApiKey', 'success', 'user_id', 'api-key.user-id', ['string']],
  ['deactivateOwnAccount', 'error', 'entity', 'account.entity', ['null', 'object']],
  ['uploadFile', 'success', 'url', 'uploads.url', ['null']],
  ['uploadFile', 'success', 'uri', 'uploads.uri', ['null']],
  ['uploadFile', 'success', 'filename', 'uploads.filename', ['null']],
]

/** Fields that may be absent: only their kinds are wrong. */
const optional: readonly Row[] = [
  profileField('field_data', 'field-data', 'object', 'null'),
  profileField('display_in_profile_summary', 'field-summary', 'string'),
]

/** What else leans on the replies of an operation. */
const leaning: Readonly<Record<string, readonly string[]>> = {
  createDrafts: ['drafts', 'parameters'],
  createChannelFolder: ['channel-folders', 'channels'],
  updateScheduledMessage: ['scheduled-messages'],
  checkMessagesMatchNarrow: ['narrow'],
  getMessageHistory: ['history', 'parameters'],
  markAllAsRead: ['read-state'],
  sendInvites: ['invites'],
  createReusableInviteLink: ['invite-links'],
  createProfileField: ['profile-fields'],
  getProfileFields: ['profile-fields'],
  addPlayground: ['playgrounds'],
  getLinkifiers: ['linkifiers'],
  getPresence: ['presence'],
  createUserGroup: ['user-groups', 'channels', 'invites', 'invite-links', 'parameters'],
  getUserGroups: ['user-groups', 'channels'],
  deactivateUserGroup: ['user-groups'],
  fetchApiKey: ['api-key'],
  deactivateOwnAccount: ['account'],
  uploadFile: ['uploads'],
}

function faultsOf([operation, on, path, requirement, wrong]: Row, droppable: boolean): Fault[] {
  const field = path.split('/').at(-1) ?? path
  const where = /website|aggregated/.exec(path)?.[0]
  const stem = where && field !== where ? `${requirement}.${where}` : where ? `${requirement}.${where}` : requirement
  const mayAlso = (leaning[operation] ?? []).map(area => `${area}.*`)
  const more = { ...levelOf(requirement), ...sinceOf(operation), mayAlso }
  const place = [operation, on, path] as const
  const dropped = altered(
    `${stem}.dropped`,
    `${operation} leaves ${field} out`,
    requirement,
    place,
    { drop: true },
    more,
  )
  const changed = wrong.map((does, at) => {
    const word = typeof does === 'string' ? does : `wrong-${at}`
    const alteration = typeof does === 'string' ? { as: does } : does
    return altered(`${stem}.${word}`, `${operation} gives ${field} as ${word}`, requirement, place, alteration, more)
  })
  return droppable ? [dropped, ...changed] : changed
}

const levelOf = (requirement: string) => (requirement === 'uploads.url' ? { since: 272 } : {})

/** The same breaches where only some replies, entries or callers show them. */
const subtle: readonly Fault[] = [
  altered(
    'user-groups.field-members.last-one',
    'The last user group has no members',
    'user-groups.field-members',
    ['getUserGroups', 'success', 'user_groups/#last/members'],
    { drop: true },
    { mayAlso: 'user-groups.*' },
  ),
  altered(
    'user-groups.field-deactivated.third-call',
    'Every third list of user groups tells deactivated as text',
    'user-groups.field-deactivated',
    ['getUserGroups', 'success', 'user_groups/*/deactivated'],
    { as: 'string' },
    { every: 3, mayAlso: 'user-groups.*' },
  ),
  altered(
    'user-groups.field-name.to-administrators',
    'User groups have no names in lists for administrators',
    'user-groups.field-name',
    ['getUserGroups', 'success', 'user_groups/*/name'],
    { drop: true },
    { facts: { role: ['admin', 'owner'] }, mayAlso: 'user-groups.*' },
  ),
  altered(
    'drafts.ids.second-call',
    'Every second reply of createDrafts has its ids as text',
    'drafts.ids',
    ['createDrafts', 'success', 'ids/*'],
    { as: 'string' },
    { every: 2, mayAlso: ['drafts.*', 'parameters.*'] },
  ),
  altered(
    'profile-fields.field-hint.last-one',
    'The last profile field has no hint',
    'profile-fields.field-hint',
    ['getProfileFields', 'success', 'custom_fields/#last/hint'],
    { drop: true },
    { mayAlso: 'profile-fields.*' },
  ),
  altered(
    'linkifiers.url-template.last-one',
    'The last linkifier has no url_template',
    'linkifiers.url-template',
    ['getLinkifiers', 'success', 'linkifiers/#last/url_template'],
    { drop: true },
    { mayAlso: 'linkifiers.*' },
  ),
  altered(
    'history.timestamp.last-one',
    'The last snapshot has its timestamp as text',
    'history.timestamp',
    ['getMessageHistory', 'success', 'message_history/#last/timestamp'],
    { as: 'string' },
    { mayAlso: 'history.*' },
  ),
]

export const fieldFaults: readonly Fault[] = [
  ...rows.flatMap(row => faultsOf(row, true)),
  ...optional.flatMap(row => faultsOf(row, false)),
  ...subtle,
]
