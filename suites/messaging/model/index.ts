/** The models of the messaging operations, and the checks that combine their values. */
import type { Area } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { fetchApiKey } from './api-key.ts'
import { addDefaultChannel, createChannel, createChannelFolder } from './channels.ts'
import { createDrafts } from './drafts.ts'
import { setMessageEditTypingStatus } from './edit-typing.ts'
import { deactivateUserGroup, getUserGroups } from './group-deactivation.ts'
import { getMessageHistory } from './history.ts'
import { sendInvites } from './invitations.ts'
import { createReusableInviteLink, revokeReusableInviteLink } from './invite-links.ts'
import { checkMessagesMatchNarrow } from './narrow.ts'
import { addNavigationView } from './navigation.ts'
import { combined, type OperationModel, requirementsOf } from './operation-model.ts'
import { addPlayground, createProfileField } from './organization.ts'
import { sendTestPush } from './push.ts'
import { removeReaction } from './reactions.ts'
import { markAllAsRead } from './read-state.ts'
import { getLinkifiers, getPresence, getProfileFields } from './readings.ts'
import { deleteEventQueue, removeApnsToken } from './removals.ts'
import { updateScheduledMessage } from './scheduled-messages.ts'
import { setTypingStatus } from './typing.ts'
import { uploadFile } from './uploads.ts'
import { createUserGroup } from './user-groups.ts'

export const models: readonly OperationModel[] = [
  setTypingStatus,
  setMessageEditTypingStatus,
  updateScheduledMessage,
  createChannel,
  createChannelFolder,
  addDefaultChannel,
  checkMessagesMatchNarrow,
  getMessageHistory,
  removeReaction,
  markAllAsRead,
  createDrafts,
  sendInvites,
  createReusableInviteLink,
  revokeReusableInviteLink,
  createUserGroup,
  getUserGroups,
  deactivateUserGroup,
  createProfileField,
  addPlayground,
  addNavigationView,
  fetchApiKey,
  removeApnsToken,
  uploadFile,
  deleteEventQueue,
  getLinkifiers,
  getPresence,
  getProfileFields,
  sendTestPush,
]

type AreaName = 'messaging.drafts'

/** The areas of the models: each belongs to the area of its `accepted` requirement. */
const areaOf = ({ accepted }: OperationModel): AreaName => accepted.split('.').slice(0, 2).join('.') as AreaName

export const modelAreas: readonly Area[] = models.map(model =>
  area(areaOf(model), ({ combine }) => [
    combine(`combined-${model.operation}`, requirementsOf(model), combined(model), {
      from: model.rows.quick > 0 ? 'quick' : 'standard',
      needs: model.needs,
      ...(model.isolation && { isolation: model.isolation }),
    }),
  ]),
)
