/** All variants of the messaging API. */
import type { Variant } from '../behaviour.ts'
import { accountVariants } from './variants/account.ts'
import { capacityVariants } from './variants/capacity.ts'
import { channelVariants } from './variants/channels.ts'
import { credentialVariants } from './variants/credentials.ts'
import { deploymentVariants } from './variants/deployments.ts'
import { deviceVariants } from './variants/devices.ts'
import { draftVariants } from './variants/drafts.ts'
import { invitationVariants } from './variants/invitations.ts'
import { lateReadVariants } from './variants/late-reads.ts'
import { limitVariants } from './variants/limits.ts'
import { messageVariants } from './variants/messages.ts'
import { navigationVariants } from './variants/navigation.ts'
import { organizationVariants } from './variants/organization.ts'
import { parameterVariants } from './variants/parameters.ts'
import { playgroundVariants } from './variants/playgrounds.ts'
import { profileFieldVariants } from './variants/profile-fields.ts'
import { scheduledMessageVariants } from './variants/scheduled-messages.ts'
import { topicVariants } from './variants/topics.ts'
import { typingVariants } from './variants/typing.ts'
import { uploadVariants } from './variants/uploads.ts'
import { userGroupVariants } from './variants/user-groups.ts'
import { wireVariants } from './variants/wire.ts'

export const messagingVariants: readonly Variant[] = [
  ...deploymentVariants,
  ...capacityVariants,
  ...channelVariants,
  ...accountVariants,
  ...userGroupVariants,
  ...credentialVariants,
  ...deviceVariants,
  ...draftVariants,
  ...invitationVariants,
  ...lateReadVariants,
  ...limitVariants,
  ...messageVariants,
  ...navigationVariants,
  ...organizationVariants,
  ...parameterVariants,
  ...playgroundVariants,
  ...profileFieldVariants,
  ...scheduledMessageVariants,
  ...topicVariants,
  ...typingVariants,
  ...uploadVariants,
  ...wireVariants,
]
