/** What a careless server puts in the place of a missing or malformed parameter, so that the request still succeeds. */
import type { StandIn } from './check-parameters.ts'
import type { Organization, User } from './organization.ts'
import type { Parameter } from './route.ts'

export function standInFor(org: Organization, caller: User): StandIn {
  return parameter => byName[parameter.name]?.(org, caller) ?? byKind(org, parameter)
}

const byName: Readonly<Record<string, (org: Organization, caller: User) => unknown>> = {
  op: () => 'start',
  to: (_, caller) => [caller.id],
  topic: () => 'standing in',
  field_type: () => 1,
  url_template: () => 'https://play.example/{code}',
  stream_id: org => [...org.channels.values()].find(channel => !channel.private)?.id,
  message_id: (org, caller) => last([...org.messages.values()].filter(one => one.senderId === caller.id))?.id,
  scheduled_message_id: (org, caller) => last([...org.scheduled.values()].filter(one => one.ownerId === caller.id))?.id,
  invite_id: org => last([...org.inviteLinks.values()].filter(link => !link.revoked))?.id,
  user_group_id: org => last([...org.groups.values()].filter(group => !group.system && !group.deactivated))?.id,
  queue_id: (org, caller) => last([...org.queues.values()].filter(queue => queue.userId === caller.id))?.id,
  token: (_, caller) => last([...caller.apnsTokens]),
  invitee_emails: org => `standing-in-${org.id('invitation')}@assay.invalid`,
}

function byKind(org: Organization, { name, kind }: Parameter): unknown {
  if (kind === 'integers' || kind === 'objects') return []
  if (kind === 'boolean') return false
  return `${name} ${org.id('device')}`
}

const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1]
