/** Faults of replies to callers of one role, on endpoints that reply to all callers alike. */
import type { Alteration, Fault } from '../../behaviour.ts'
import { altered } from './fault.ts'

type Row = readonly [breaches: string, role: string, operation: string, path: string, does: Alteration]

const text: Alteration = { as: 'string' }
const drop: Alteration = { drop: true }

const rows: readonly Row[] = [
  ['envelope.success-msg', 'bot', 'createDrafts', 'msg', { set: 'beep' }],
  ['envelope.success-msg', 'moderator', 'getPresence', 'msg', { set: null }],
  ['envelope.success-result', 'owner', 'addDefaultChannel', 'result', { set: 'ok' }],
  ['envelope.success-result', 'guest', 'uploadFile', 'result', drop],
  ['drafts.ids', 'guest', 'createDrafts', 'ids/*', text],
  ['profile-fields.field-name', 'bot', 'getProfileFields', 'custom_fields/*/name', drop],
  ['presence.server-timestamp', 'guest', 'getPresence', 'server_timestamp', text],
  ['linkifiers.url-template', 'owner', 'getLinkifiers', 'linkifiers/*/url_template', drop],
  ['uploads.uri', 'bot', 'uploadFile', 'uri', drop],
  ['invite-links.link', 'owner', 'createReusableInviteLink', 'invite_link', drop],
  ['user-groups.group-id', 'owner', 'createUserGroup', 'group_id', text],
  ['user-groups.field-name', 'moderator', 'getUserGroups', 'user_groups/*/name', drop],
  ['playgrounds.id', 'owner', 'addPlayground', 'id', text],
  ['profile-fields.id', 'owner', 'createProfileField', 'id', text],
]

export const someCallerFaults: readonly Fault[] = rows.map(([breaches, role, operation, path, does]) =>
  altered(
    `${breaches}.to-${role}s-only`,
    `What ${operation} answers to a caller of role ${role} breaks ${path}`,
    [operation, 'success', path],
    does,
    { facts: { role } },
  ),
)
