/** Everything that an organization holds, one by one: shows what a run left behind. */
import type { Holding } from '../api.ts'
import type { Organization } from './organization.ts'

type Things = ReadonlyMap<number | string, unknown>

/** All of them, or those of one kind. */
export function holdingsOf(org: Organization, only?: string): Holding[] {
  const kinds: Readonly<Record<string, Things>> = {
    channel: org.channels,
    'channel folder': org.folders,
    'user group': org.groups,
    message: org.messages,
    'scheduled message': org.scheduled,
    draft: org.drafts,
    invitation: org.invitations,
    'reusable link': new Map([...org.inviteLinks].filter(([, link]) => !link.revoked)),
    'profile field': org.profileFields,
    playground: org.playgrounds,
    linkifier: org.linkifiers,
    'navigation view': org.navigationViews,
    'event queue': org.queues,
    upload: org.uploads,
    user: new Map([...org.users].filter(([, { active }]) => active)),
    'default channel': new Map([...org.channels].filter(([, { isDefault }]) => isDefault)),
    'apns token': new Map([...org.users.values()].flatMap(({ apnsTokens }) => [...apnsTokens]).map(one => [one, one])),
  }
  const place = org.slug === '' ? '' : `${org.slug}: `
  return Object.entries(kinds).flatMap(([kind, things]) =>
    only !== undefined && kind !== only
      ? []
      : [...things].map(([id, thing]) => ({
          kind,
          id: place === '' ? id : `${place}${id}`,
          text: JSON.stringify(thing),
        })),
  )
}
