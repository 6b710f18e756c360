/** All breaches that the chat can commit. */
import type { Fault } from '../../behaviour.ts'
import { acceptanceFaults } from './accepted.ts'
import { accountFaults } from './account.ts'
import { administratorsOnlyFaults } from './administrators-only.ts'
import { afterRefusalFaults } from './after-refusals.ts'
import { apiKeyFaults } from './api-key.ts'
import { bridged } from './bridge.ts'
import { channelFolderFaults } from './channel-folders.ts'
import { channelFaults } from './channels.ts'
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
import { sharedIdFaults } from './ids-given-twice.ts'
import { invitationTermFaults } from './invitation-terms.ts'
import { inviteLinkFaults } from './invite-links.ts'
import { inviteFaults } from './invites.ts'
import { lapseFaults } from './lapses.ts'
import { limitFaults } from './limits.ts'
import { linkifierFaults } from './linkifiers.ts'
import { lookAlikeFaults } from './look-alikes.ts'
import { narrowFaults } from './narrow.ts'
import { navigationFaults } from './navigation.ts'
import { nearlyRightFaults } from './nearly-right.ts'
import { nowAndThenFaults } from './now-and-then.ts'
import { overlappingFaults } from './overlapping.ts'
import { parameterFaults } from './parameters.ts'
import { partialFaults } from './partial.ts'
import { partialCallerFaults } from './partial-callers.ts'
import { playgroundFaults } from './playgrounds.ts'
import { presenceFaults } from './presence.ts'
import { propertyFaults } from './properties.ts'
import { reactionFaults } from './reactions.ts'
import { readStateFaults } from './read-state.ts'
import { refusedAndDoneFaults } from './refused-and-done.ts'
import { scheduledMessageEffectFaults } from './scheduled-message-effects.ts'
import { scheduledMessageFaults } from './scheduled-messages.ts'
import { secondLookFaults } from './second-looks.ts'
import { settingFaults } from './settings.ts'
import { sloppyCredentialFaults } from './sloppy-credentials.ts'
import { someCallerFaults } from './some-callers.ts'
import { someReplyFaults } from './some-replies.ts'
import { typingFaults } from './typing.ts'
import { typingEffectFaults } from './typing-effects.ts'
import { unsupportedFaults } from './unsupported.ts'
import { uploadFaults } from './uploads.ts'
import { userGroupFaults } from './user-groups.ts'
import { valueFaults } from './values.ts'

const all: readonly Fault[] = [
  ...envelopeFaults,
  ...everyReplyFaults,
  ...someCallerFaults,
  ...sloppyCredentialFaults,
  ...nearlyRightFaults,
  ...unsupportedFaults,
  ...valueFaults,
  ...acceptanceFaults,
  ...someReplyFaults,
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
  ...settingFaults,
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
  ...partialFaults,
  ...partialCallerFaults,
  ...propertyFaults,
  ...generatedOnlyFaults,
  ...afterRefusalFaults,
  ...lapseFaults,
  ...lookAlikeFaults,
  ...secondLookFaults,
  ...overlappingFaults,
  ...nowAndThenFaults,
  ...sharedIdFaults,
  ...refusedAndDoneFaults,
]

export const messagingFaults: readonly Fault[] = all.map(bridged)
