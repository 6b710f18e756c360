/** All faults of the messaging API. */
import type { Fault } from '../../behaviour.ts'
import { accountFaults } from './account.ts'
import { administratorsOnlyFaults } from './administrators-only.ts'
import { afterRefusalFaults } from './after-refusals.ts'
import { apiKeyFaults } from './api-key.ts'
import { channelFolderFaults } from './channel-folders.ts'
import { channelFaults } from './channels.ts'
import { credentialFaults } from './credentials.ts'
import { defaultChannelFaults } from './default-channels.ts'
import { deviceFaults } from './devices.ts'
import { draftEffectFaults } from './draft-effects.ts'
import { draftFaults } from './drafts.ts'
import { envelopeFaults } from './envelope.ts'
import { eventQueueFaults } from './event-queues.ts'
import { everyReplyFaults } from './every-reply.ts'
import { generatedOnlyFaults } from './generated-only.ts'
import { groupListFaults } from './group-lists.ts'
import { groupSettingFaults } from './group-settings.ts'
import { groupUseFaults } from './group-use.ts'
import { historyFaults } from './history.ts'
import { invitationTermFaults } from './invitation-terms.ts'
import { inviteLinkFaults } from './invite-links.ts'
import { inviteFaults } from './invites.ts'
import { limitFaults } from './limits.ts'
import { linkifierFaults } from './linkifiers.ts'
import { narrowFaults } from './narrow.ts'
import { navigationFaults } from './navigation.ts'
import { nearlyRightFaults } from './nearly-right.ts'
import { overlappingFaults } from './overlapping.ts'
import { parameterFaults } from './parameters.ts'
import { playgroundFaults } from './playgrounds.ts'
import { presenceFaults } from './presence.ts'
import { profileFieldFaults } from './profile-fields.ts'
import { propertyFaults } from './properties.ts'
import { reactionFaults } from './reactions.ts'
import { readStateFaults } from './read-state.ts'
import { scheduledMessageEffectFaults } from './scheduled-message-effects.ts'
import { scheduledMessageFaults } from './scheduled-messages.ts'
import { someCallerFaults } from './some-callers.ts'
import { typingFaults } from './typing.ts'
import { typingEffectFaults } from './typing-effects.ts'
import { unsupportedFaults } from './unsupported.ts'
import { uploadFaults } from './uploads.ts'
import { userGroupFaults } from './user-groups.ts'

export const messagingFaults: readonly Fault[] = [
  ...envelopeFaults,
  ...everyReplyFaults,
  ...someCallerFaults,
  ...credentialFaults,
  ...nearlyRightFaults,
  ...unsupportedFaults,
  ...parameterFaults,
  ...typingFaults,
  ...typingEffectFaults,
  ...scheduledMessageFaults,
  ...scheduledMessageEffectFaults,
  ...draftFaults,
  ...draftEffectFaults,
  ...historyFaults,
  ...narrowFaults,
  ...reactionFaults,
  ...readStateFaults,
  ...administratorsOnlyFaults,
  ...channelFaults,
  ...channelFolderFaults,
  ...defaultChannelFaults,
  ...invitationTermFaults,
  ...inviteFaults,
  ...inviteLinkFaults,
  ...profileFieldFaults,
  ...linkifierFaults,
  ...presenceFaults,
  ...uploadFaults,
  ...deviceFaults,
  ...playgroundFaults,
  ...navigationFaults,
  ...userGroupFaults,
  ...groupListFaults,
  ...groupSettingFaults,
  ...groupUseFaults,
  ...accountFaults,
  ...apiKeyFaults,
  ...limitFaults,
  ...eventQueueFaults,
  ...propertyFaults,
  ...generatedOnlyFaults,
  ...afterRefusalFaults,
  ...overlappingFaults,
]
