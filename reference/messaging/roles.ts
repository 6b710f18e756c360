/** Roles of users and what they may do. */
import type { User } from './organization.ts'

export const roles = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const

export type RoleName = keyof typeof roles | 'bot'

export function roleName(user: User): RoleName {
  return user.bot ? 'bot' : (names.get(user.role) ?? 'member')
}

const names = new Map<number, RoleName>(Object.entries(roles).map(([name, role]) => [role, name as RoleName]))

export const isAdministrator = (user: User) => user.role <= roles.admin
export const isGuest = (user: User) => user.role >= roles.guest
