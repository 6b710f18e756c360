/** Generated requests with one constraint broken, operation by operation. */
import { area } from '../messaging/area.ts'
import { refuses } from './refusing.ts'

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refuses-typing',
    'A request that breaks one stated constraint is refused when setting a typing status',
    refuses('setTypingStatus', 'op'),
  ),
  check(
    'messaging.properties.refuses-edit-typing',
    'A request that breaks one stated constraint is refused when setting a typing status for an edit',
    refuses('setMessageEditTypingStatus', 'op'),
  ),
  check(
    'messaging.properties.refuses-scheduled-messages',
    'A request that breaks one stated constraint is refused when editing a scheduled message',
    refuses('updateScheduledMessage'),
  ),
  check(
    'messaging.properties.refuses-channels',
    'A request that breaks one stated constraint is refused when creating a channel',
    refuses('createChannel', 'name'),
  ),
  check(
    'messaging.properties.refuses-channel-folders',
    'A request that breaks one stated constraint is refused when creating a channel folder',
    refuses('createChannelFolder', 'name'),
  ),
  check(
    'messaging.properties.refuses-default-channels',
    'A request that breaks one stated constraint is refused when making a channel a default one',
    refuses('addDefaultChannel', 'stream_id'),
  ),
  check(
    'messaging.properties.refuses-narrow',
    'A request that breaks one stated constraint is refused when checking messages against a narrow',
    refuses('checkMessagesMatchNarrow', 'msg_ids'),
  ),
  check(
    'messaging.properties.refuses-history',
    'A request that breaks one stated constraint is refused when asking for the history of a message',
    refuses('getMessageHistory'),
  ),
  check(
    'messaging.properties.refuses-reactions',
    'A request that breaks one stated constraint is refused when removing a reaction',
    refuses('removeReaction'),
  ),
  check(
    'messaging.properties.refuses-drafts',
    'A request that breaks one stated constraint is refused when creating drafts',
    refuses('createDrafts'),
  ),
  check(
    'messaging.properties.refuses-invites',
    'A request that breaks one stated constraint is refused when sending invitations',
    refuses('sendInvites', 'invitee_emails'),
  ),
  check(
    'messaging.properties.refuses-invite-links',
    'A request that breaks one stated constraint is refused when creating a reusable link',
    refuses('createReusableInviteLink'),
  ),
  check(
    'messaging.properties.refuses-profile-fields',
    'A request that breaks one stated constraint is refused when creating a profile field',
    refuses('createProfileField', 'field_type'),
  ),
  check(
    'messaging.properties.refuses-playgrounds',
    'A request that breaks one stated constraint is refused when adding a playground',
    refuses('addPlayground', 'name'),
  ),
  check(
    'messaging.properties.refuses-user-groups',
    'A request that breaks one stated constraint is refused when creating a user group',
    refuses('createUserGroup', 'name'),
  ),
  check(
    'messaging.properties.refuses-group-lists',
    'A request that breaks one stated constraint is refused when asking for the user groups',
    refuses('getUserGroups'),
  ),
  check(
    'messaging.properties.refuses-navigation',
    'A request that breaks one stated constraint is refused when adding a navigation view',
    refuses('addNavigationView', 'fragment'),
  ),
  check(
    'messaging.properties.refuses-api-key',
    'A request that breaks one stated constraint is refused when fetching an API key',
    refuses('fetchApiKey', 'username'),
  ),
  check(
    'messaging.properties.refuses-apns',
    'A request that breaks one stated constraint is refused when removing a device token',
    refuses('removeApnsToken', 'token'),
  ),
  check(
    'messaging.properties.refuses-push',
    'A request that breaks one stated constraint is refused when sending a test notification',
    refuses('sendTestPush'),
  ),
  check(
    'messaging.properties.refuses-event-queues',
    'A request that breaks one stated constraint is refused when deleting an event queue',
    refuses('deleteEventQueue', 'queue_id'),
  ),
])
