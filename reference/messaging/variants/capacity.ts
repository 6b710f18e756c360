/** Legal variations of how many things may exist: beyond a maximum, no more are accepted. */
import type { Variant } from '../../behaviour.ts'
import { type Change, refuseAlso } from '../../operations/change.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { createChannel } from '../channels.ts'
import { createDrafts } from '../drafts.ts'
import { createReusableInviteLink } from '../invite-links.ts'
import { sendInvites } from '../invites.ts'
import { addNavigationView } from '../navigation.ts'
import { addPlayground } from '../playgrounds.ts'
import { createProfileField } from '../profile-fields.ts'
import { uploadFile } from '../uploads.ts'
import { createUserGroup } from '../user-groups.ts'
import { variant } from './variant.ts'

const NO_MORE = { msg: 'There are too many of them', code: 'LIMIT_REACHED' }

/** For each kind of things, the maximum number and the change that enforces it. */
const CAPPED = {
  'channel-folders': [
    20,
    most => refuseAlso(createChannelFolder, NO_MORE, { where: it => it.org.folders.size >= most }),
  ],
  channels: [90, most => refuseAlso(createChannel, NO_MORE, { where: it => it.org.channels.size >= most })],
  drafts: [120, most => refuseAlso(createDrafts, NO_MORE, { where: it => it.org.drafts.size >= most })],
  'invite-links': [
    40,
    most => refuseAlso(createReusableInviteLink, NO_MORE, { where: it => it.org.inviteLinks.size >= most }),
  ],
  invites: [40, most => refuseAlso(sendInvites, NO_MORE, { where: it => it.org.invitations.size >= most })],
  navigation: [
    20,
    most => refuseAlso(addNavigationView, NO_MORE, { where: it => it.org.navigationViews.size >= most }),
  ],
  playgrounds: [20, most => refuseAlso(addPlayground, NO_MORE, { where: it => it.org.playgrounds.size >= most })],
  'profile-fields': [
    40,
    most => refuseAlso(createProfileField, NO_MORE, { where: it => it.org.profileFields.size >= most }),
  ],
  uploads: [20, most => refuseAlso(uploadFile, NO_MORE, { where: it => it.org.uploads.size >= most })],
  'user-groups': [70, most => refuseAlso(createUserGroup, NO_MORE, { where: it => it.org.groups.size >= most })],
} as const satisfies Readonly<Record<string, readonly [number, (most: number) => Change]>>

const USES = 'principle 1: how many may exist is not written'

const alone = (area: keyof typeof CAPPED): Variant => {
  const [most, refuses] = CAPPED[area]
  const describes = `No more than ${most} are taken`
  return variant(`${area}.no-more-than-${most}`, USES, describes, refuses(most), { leaves: 'incomplete' })
}

const OWN = 30

export const capacityVariants: readonly Variant[] = [
  variant(
    'drafts.few-of-each-user',
    USES,
    `Each user has at most ${OWN} drafts`,
    refuseAlso(createDrafts, NO_MORE, {
      where: ({ org, caller }) => [...org.drafts.values()].filter(one => one.ownerId === caller.id).length >= OWN,
    }),
    { leaves: 'incomplete' },
  ),
  alone('channel-folders'),
  alone('user-groups'),
  variant(
    'limits.few-of-each',
    USES,
    'A dozen of each thing are taken, or three dozen of what many are made of',
    Object.values(CAPPED).map(([most, refuses]) => refuses(most <= 20 ? 12 : 36)),
    { leaves: 'incomplete' },
  ),
]
