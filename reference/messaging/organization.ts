/** The data of one organization: plain records in maps; every change calls `touch`. */

export type GroupSetting = number | { readonly direct_members: number[]; readonly direct_subgroups: number[] }

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: number
  readonly bot: boolean
  readonly apiKey: string
  readonly password: string
  active: boolean
  /** The time of the user's last activity in milliseconds, if there was any. */
  seenAt?: number
  readonly unread: Set<number>
  readonly apnsTokens: Set<string>
  readonly pushDevices: Set<number>
}

export interface Channel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly private: boolean
  isDefault: boolean
  readonly folderId?: number
  readonly topicsPolicy?: string
  readonly subscribers: Set<number>
  readonly settings: Map<string, GroupSetting>
}

export interface UserGroup {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly createdAt: number | null
  readonly creatorId: number | null
  /** A system group has all users of a role as members; another group has `members`. */
  readonly role?: number
  readonly members: Set<number>
  readonly subgroups: Set<number>
  readonly system: boolean
  deactivated: boolean
  readonly settings: Map<string, GroupSetting>
}

export interface Snapshot {
  readonly topic: string
  readonly content: string
  readonly rendered_content: string
  readonly timestamp: number
  readonly user_id: number | null
  readonly [edited: string]: unknown
}

export interface Reaction {
  readonly userId: number
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

export interface Message {
  readonly id: number
  readonly senderId: number
  channelId?: number
  readonly recipients: readonly number[]
  topic: string
  content: string
  readonly timestamp: number
  readonly history: Snapshot[]
  reactions: Reaction[]
}

export interface ScheduledMessage {
  readonly id: number
  readonly ownerId: number
  type: 'stream' | 'direct'
  to: number | number[]
  topic: string
  content: string
  deliverAt: number
  failed: boolean
}

export interface Draft {
  readonly id: number
  readonly ownerId: number
  readonly type: string
  readonly to: number[]
  readonly topic: string
  readonly content: string
  readonly timestamp: number
}

export interface Invitation {
  readonly id: number
  readonly email: string
  readonly inviterId: number
  readonly role: number
  readonly expiresAt: number | null
}

export interface InviteLink {
  readonly id: number
  readonly inviterId: number
  readonly role: number
  readonly key: string
  readonly expiresAt: number | null
  revoked: boolean
}

export interface ProfileField {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly type: number
  readonly order: number
  readonly field_data: string
  readonly required: boolean
  readonly editable_by_user: boolean
  readonly display_in_profile_summary?: boolean
}

export interface Queue {
  readonly id: string
  readonly userId: number
  readonly eventTypes: readonly string[] | null
  readonly channelTyping: boolean
  readonly events: Record<string, unknown>[]
  nextEventId: number
}

export class Organization {
  readonly slug: string
  readonly users = new Map<number, User>()
  readonly channels = new Map<number, Channel>()
  readonly folders = new Map<number, { readonly id: number; readonly name: string; readonly description: string }>()
  readonly groups = new Map<number, UserGroup>()
  readonly messages = new Map<number, Message>()
  readonly scheduled = new Map<number, ScheduledMessage>()
  readonly drafts = new Map<number, Draft>()
  readonly invitations = new Map<number, Invitation>()
  readonly inviteLinks = new Map<number, InviteLink>()
  readonly profileFields = new Map<number, ProfileField>()
  readonly playgrounds = new Map<number, Record<string, unknown>>()
  readonly linkifiers = new Map<
    number,
    { readonly id: number; readonly pattern: string; readonly url_template: string }
  >()
  readonly navigationViews = new Map<string, Record<string, unknown>>()
  readonly queues = new Map<string, Queue>()
  readonly uploads = new Map<string, number>()
  pushFault: { readonly state: string; readonly until: number } = { state: 'none', until: 0 }
  /** Things that were removed: tokens, queues and reactions. */
  readonly gone = new Set<string>()
  /** Users whose next request is refused; with an operation, their next request of that operation. */
  readonly loggedOut = new Set<number | string>()
  /** Further keys of users, by the key; and when wrong passwords were tried. */
  readonly moreKeys = new Map<string, number>()
  readonly wrongLogins = new Map<number, number[]>()
  changes = 0
  readonly #ids = new Map<string, number>()
  readonly #emails = new Map<string, User>()
  readonly #scheme: IdScheme
  readonly #keys: KeyForm
  readonly #random: () => number

  constructor(slug: string, scheme: IdScheme, random: () => number, keys: KeyForm = 'mixed') {
    this.slug = slug
    this.#scheme = scheme
    this.#keys = keys
    this.#random = random
  }

  /** A new id. By default each kind has its own range, so that an id of the wrong kind is never accidentally valid. */
  id(kind: keyof typeof firstIds): number {
    const { first, step } = idSchemes[this.#scheme]
    const id = (this.#ids.get(kind) ?? first(firstIds[kind])) + step
    this.#ids.set(kind, id)
    return id
  }

  key(): string {
    let key = ''
    while (key.length < 32)
      key += Math.floor(this.#random() * 36 ** 8)
        .toString(36)
        .padStart(8, '0')
    return key
  }

  /** An API key with letters of both cases, unless this deployment's keys are in lower case. */
  #apiKey(): string {
    const key = this.key()
    return this.#keys === 'small' ? key : `${key.slice(0, 16).toUpperCase()}${key.slice(16)}`
  }

  touch(): void {
    this.changes += 1
  }

  addUser(user: Omit<User, 'id' | 'apiKey' | 'active' | 'unread' | 'apnsTokens' | 'pushDevices'>): User {
    const id = this.id('user')
    const fresh = {
      active: true,
      unread: new Set<number>(),
      apnsTokens: new Set<string>(),
      pushDevices: new Set<number>(),
    }
    const added: User = { ...user, ...fresh, id, apiKey: this.#apiKey() }
    this.users.set(id, added)
    this.#emails.set(user.email.toLowerCase(), added)
    return added
  }

  userByEmail(email: string): User | undefined {
    return this.#emails.get(email.toLowerCase())
  }

  activeUser(id: number): User | undefined {
    const user = this.users.get(id)
    return user?.active ? user : undefined
  }

  group(name: string): UserGroup {
    for (const group of this.groups.values()) if (group.name === name && group.system) return group
    throw new Error(`no system group ${name}`)
  }
}

export const firstIds = {
  user: 110,
  group: 30_400,
  channel: 70_020,
  folder: 90_500,
  message: 4_100_300,
  scheduled: 250_100,
  draft: 610_700,
  invitation: 820_900,
  profileField: 1_310,
  playground: 5_220,
  linkifier: 6_040,
  device: 910_030,
  queue: 1_700,
} as const

/** Whether API keys have letters of both cases or only lower case. */
export type KeyForm = 'mixed' | 'small'

export type IdScheme = keyof typeof idSchemes

const idSchemes = {
  apart: { first: (own: number) => own, step: 1 },
  large: { first: (own: number) => own + 2 ** 41, step: 7919 },
  alike: { first: () => 0, step: 1 },
  descending: { first: (own: number) => own + 1_000_000, step: -3 },
} as const
