/** The initial content of organizations: people, system groups, channels, and a few things in them. */
import type { Behaviour } from '../behaviour.ts'
import { addChannel } from './channels.ts'
import { deploymentOf } from './deployment.ts'
import { sendMessage } from './messages.ts'
import { type GroupSetting, Organization, type User, type UserGroup } from './organization.ts'
import { type RoleName, roles } from './roles.ts'
import { addGroup, groupSettingNames } from './user-groups.ts'

export const actorNames = ['owner', 'admin', 'moderator', 'member', 'second', 'guest', 'bot'] as const
export type ActorName = (typeof actorNames)[number]

const people: Readonly<Record<ActorName, readonly [name: string, role: RoleName]>> = {
  owner: ['Olga', 'owner'],
  admin: ['Ada', 'admin'],
  moderator: ['Mo', 'moderator'],
  member: ['Max', 'member'],
  second: ['Eva', 'member'],
  guest: ['Gil', 'guest'],
  bot: ['Robo', 'bot'],
}

export interface Seeded {
  readonly org: Organization
  readonly actors: Readonly<Record<ActorName, User>>
}

export function emptyOrganization(behaviour: Behaviour, slug: string): Organization {
  const { moment, idScheme, keyForm } = deploymentOf(behaviour)
  const org = new Organization(slug, idScheme(moment), () => behaviour.random(), keyForm(moment))
  addSystemGroups(org)
  return org
}

export function addPerson(org: Organization, name: string, role: RoleName, email?: string): User {
  const address = email ?? `${name.toLowerCase()}@chat.example`
  const known = role === 'bot' ? roles.member : roles[role]
  return org.addUser({
    email: address,
    name,
    role: known,
    bot: role === 'bot',
    password: `${org.key().slice(0, 12)} Pw`,
  })
}

export function seed(behaviour: Behaviour): Seeded {
  const org = emptyOrganization(behaviour, '')
  const { moment, pattern: patternOf, fieldsInSummary } = deploymentOf(behaviour)
  const now = Math.floor(behaviour.clock.now() / 1000)
  const made = actorNames.map(actor => [actor, addPerson(org, ...people[actor])] as const)
  const actors = Object.fromEntries(made) as Record<ActorName, User>
  const everyone = made.map(([, user]) => user.id)
  const general = addChannel(org, { name: 'general', isDefault: true, subscribers: everyone })
  addChannel(org, {
    name: 'engineering',
    description: 'How it is made',
    subscribers: [actors.admin.id, actors.member.id],
  })
  addChannel(org, { name: 'Büro 東京', subscribers: [actors.owner.id, actors.second.id] })
  addChannel(org, { name: 'leadership', private: true, subscribers: [actors.owner.id, actors.admin.id] })
  addGroup(org, now - 86_400, actors.owner, group('writers', [actors.member.id, actors.second.id]))
  addGroup(org, now - 3600, actors.admin, group('Redaktion 編集', [actors.admin.id]))
  for (const [python, url_template] of linkifiers) {
    const pattern = patternOf(moment, python, 'at-first')
    const id = org.id('linkifier')
    org.linkifiers.set(id, { id, pattern, url_template })
  }
  addProfileFields(org, fieldsInSummary(moment))
  sendMessage(org, now - 600, {
    sender: actors.admin,
    channelId: general.id,
    topic: 'welcome',
    content: 'Good morning',
  })
  sendMessage(org, now - 300, { sender: actors.member, channelId: general.id, topic: 'lunch', content: 'Soup *today*' })
  actors.admin.seenAt = behaviour.clock.now() - 30_000
  actors.second.seenAt = behaviour.clock.now() - 3_600_000
  return { org, actors }
}

const group = (name: string, members: readonly number[]) => ({
  name,
  description: '',
  members,
  subgroups: [],
  settings: new Map(),
})

const linkifiers = [
  ['#(?P<id>[0-9]+)', 'https://tracker.example/issues/{id}'],
  ['(?P<repo>[a-z]+)@(?P<commit>[0-9a-f]{7,40})', 'https://code.example/{repo}/commit/{commit}'],
] as const

function addProfileFields(org: Organization, inSummary: number): void {
  const common = { hint: '', required: false, editable_by_user: true }
  const choices = JSON.stringify({ vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } })
  const fields = [
    { name: 'Phone number', type: 1, field_data: '' },
    { name: 'Favourite editor', type: 3, field_data: choices },
    { name: 'Birthday', type: 4, field_data: '' },
  ]
  for (const [at, field] of fields.entries()) {
    const id = org.id('profileField')
    org.profileFields.set(id, { id, order: at + 1, ...common, ...field, display_in_profile_summary: at < inSummary })
  }
}

/** Each system group holds the users of one role, and the next stricter group. */
function addSystemGroups(org: Organization): void {
  const chain: readonly (readonly [name: string, role?: number])[] = [
    ['role:owners', roles.owner],
    ['role:administrators', roles.admin],
    ['role:moderators', roles.moderator],
    ['role:fullmembers'],
    ['role:members', roles.member],
    ['role:everyone', roles.guest],
    ['role:internet'],
  ]
  const nobody = addSystemGroup(org, 'role:nobody')
  let stricter: UserGroup | undefined
  for (const [name, role] of chain) stricter = addSystemGroup(org, name, role, stricter)
  for (const one of org.groups.values()) for (const name of groupSettingNames) one.settings.set(name, nobody.id)
}

function addSystemGroup(org: Organization, name: string, role?: number, stricter?: UserGroup): UserGroup {
  const made: UserGroup = {
    id: org.id('group'),
    name,
    description: `System group ${name}`,
    createdAt: null,
    creatorId: null,
    ...(role !== undefined && { role }),
    members: new Set(),
    subgroups: new Set(stricter ? [stricter.id] : []),
    system: true,
    deactivated: false,
    settings: new Map<string, GroupSetting>(),
  }
  org.groups.set(made.id, made)
  return made
}
