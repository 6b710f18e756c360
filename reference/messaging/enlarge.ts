/** Enlarges an organization to the given number of users, user groups and channels, to measure how a run grows with it. */
import { addChannel } from './channels.ts'
import type { Organization, User } from './organization.ts'
import { addPerson } from './seed.ts'
import { addGroup } from './user-groups.ts'

export function enlarge(org: Organization, size: number, now: number, owner: User): void {
  const people = Array.from({ length: Math.max(0, size - org.users.size) }, (_, at) =>
    addPerson(org, `Person${at}`, 'member'),
  )
  for (const [at, { id }] of people.entries()) {
    const members = [id, owner.id]
    if (org.groups.size < size)
      addGroup(org, now, owner, {
        ...{ name: `Group ${at}`, description: '', members, subgroups: [], settings: new Map() },
      })
    if (org.channels.size < size) addChannel(org, { name: `channel ${at}`, subscribers: members })
  }
}
