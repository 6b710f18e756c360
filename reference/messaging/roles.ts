/** Roles of users and what they may do. */
import type { User } from './organization.ts'

export const roles = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const

export type RoleName = keyof typeof roles | 'bot'

export function roleName(user: User): RoleName {
  if (user.bot) return 'bot'
  for (const [name, role] of Object.entries(roles)) if (role === user.role) return name as RoleName
  return 'member'
}

export const isAdministrator = (user: User) => user.role <= roles.admin
export const isGuest = (user: User) => user.role >= roles.guest
