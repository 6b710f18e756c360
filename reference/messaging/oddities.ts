/** Rules that a server keeps for nearly every request: only requests nobody wrote down show that it does not. */
import type { Call, Moment, Reply } from './call.ts'
import { refuse } from './call.ts'
import { oddRules } from './odd-rules.ts'
import type { Organization, User } from './organization.ts'
import { isObject } from './params.ts'

/** The answer of a server that stumbles over this request; undefined where it does not. */
export function oddAnswer(call: Call): Reply | undefined {
  for (const { rule, operation, when, answer } of oddRules) {
    if (operation !== '*' && operation !== call.operation) continue
    if (call.keeps(rule) || !when(call)) continue
    return answer === 'refusal'
      ? refuse(call, 'odd', 'Not like this')
      : ({ detail: 'Server error' } as unknown as Reply)
  }
  return undefined
}

type Sent = ReadonlyMap<string, string>

/** What a refused request would have made. */
const makers: Readonly<Record<string, (org: Organization, sent: Sent, caller: User) => void>> = {
  createProfileField: (org, sent) => {
    const name = sent.get('name')
    if (name === undefined) return
    const id = org.id('profileField')
    const plain = { hint: '', type: 1, order: 1, field_data: '', required: false, editable_by_user: true }
    org.profileFields.set(id, { ...plain, id, name, display_in_profile_summary: false })
  },
  sendInvites: (org, sent, caller) => {
    for (const email of (sent.get('invitee_emails') ?? '').split(/[,\n]/).filter(text => text.trim() !== '')) {
      const id = org.id('invitation')
      org.invitations.set(id, { id, email, inviterId: caller.id, role: 400, expiresAt: null })
    }
  },
  updateScheduledMessage: (org, sent) => {
    const message = org.scheduled.get(Number(sent.get('scheduled_message_id')))
    if (message) message.content = sent.get('content') ?? `${message.content} (edited)`
  },
  createDrafts: (org, sent, caller) => {
    for (const draft of listIn(sent.get('drafts'))) {
      const id = org.id('draft')
      const content = isObject(draft) ? String(draft['content']) : ''
      org.drafts.set(id, { id, ownerId: caller.id, type: '', to: [], topic: '', content, timestamp: 1 })
    }
  },
  revokeReusableInviteLink: (org, sent) => {
    const link = org.inviteLinks.get(Number(sent.get('invite_id')))
    if (link) link.revoked = true
  },
  removeApnsToken: (_org, sent, caller) => void caller.apnsTokens.delete(sent.get('token') ?? ''),
  deleteEventQueue: (org, sent) => void org.queues.delete(sent.get('queue_id') ?? ''),
  deactivateUserGroup: (org, sent) => {
    const group = org.groups.get(Number(sent.get('user_group_id')))
    if (group && !group.system) org.groups.delete(group.id)
  },
}

/** The list in a text of JSON; an empty one where there is none. */
export function listIn(text = ''): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Makes it all the same, where a server forgets to take back what it refuses: for its parameters, or later. */
export function keepRefused(
  moment: Moment,
  org: Organization,
  sent: Sent,
  caller: User,
  refused: 'credentials' | 'access' | 'parameters' | 'later',
): void {
  if (moment.keeps(`${moment.operation}.refused-is-nothing`, { refused })) return
  makers[moment.operation]?.(org, sent, caller)
}
