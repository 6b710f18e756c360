/** The operations of the contract. */
import { deactivateOwnAccount } from './account.ts'
import { fetchApiKey } from './api-key.ts'
import { createChannelFolder } from './channel-folders.ts'
import { createChannel } from './channels.ts'
import { deactivateUserGroup, updateUserGroup } from './deactivate-user-group.ts'
import { addDefaultChannel } from './default-channels.ts'
import { removeApnsToken, sendTestPush } from './devices.ts'
import { createDrafts } from './drafts.ts'
import { deleteEventQueue, getEvents } from './event-queues.ts'
import { getMessageHistory } from './history.ts'
import { createReusableInviteLink, revokeReusableInviteLink } from './invite-links.ts'
import { sendInvites } from './invites.ts'
import { getLinkifiers } from './linkifiers.ts'
import { checkMessagesMatchNarrow } from './narrow.ts'
import { addNavigationView } from './navigation.ts'
import type { AnyOperation } from './operation.ts'
import { addPlayground } from './playgrounds.ts'
import { getPresence } from './presence.ts'
import { createProfileField, getProfileFields } from './profile-fields.ts'
import { removeReaction } from './reactions.ts'
import { markAllAsRead } from './read-state.ts'
import { updateScheduledMessage } from './scheduled-messages.ts'
import { setMessageEditTypingStatus, setMessageEditTypingStatusOld, setTypingStatus } from './typing.ts'
import { uploadFile } from './uploads.ts'
import { createUserGroup, getUserGroups } from './user-groups.ts'

export const operations: readonly AnyOperation[] = [
  createDrafts,
  addPlayground,
  addNavigationView,
  deleteEventQueue,
  getEvents,
  addDefaultChannel,
  createChannelFolder,
  fetchApiKey,
  deactivateOwnAccount,
  sendInvites,
  createReusableInviteLink,
  revokeReusableInviteLink,
  getLinkifiers,
  getPresence,
  removeApnsToken,
  sendTestPush,
  uploadFile,
  checkMessagesMatchNarrow,
  getMessageHistory,
  removeReaction,
  markAllAsRead,
  createChannel,
  setTypingStatus,
  setMessageEditTypingStatus,
  setMessageEditTypingStatusOld,
  createUserGroup,
  getUserGroups,
  deactivateUserGroup,
  updateUserGroup,
  updateScheduledMessage,
  createProfileField,
  getProfileFields,
]
