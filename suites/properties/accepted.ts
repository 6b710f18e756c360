/** Generated requests that the contract's words cover, operation by operation. */
import { area } from '../messaging/area.ts'
import { accepts, acceptsFiles } from './accepting.ts'

export default area('messaging.properties', ({ check }) => [
  check(
    'accepts-typing',
    'Plain requests that the contract covers are accepted when setting a typing status',
    accepts('setTypingStatus'),
  ),
  check(
    'accepts-edit-typing',
    'Plain requests that the contract covers are accepted when setting a typing status for an edit',
    accepts('setMessageEditTypingStatus'),
  ),
  check(
    'accepts-scheduled-messages',
    'Plain requests that the contract covers are accepted when editing a scheduled message',
    accepts('updateScheduledMessage'),
  ),
  check(
    'accepts-channels',
    'Plain requests that the contract covers are accepted when creating a channel',
    accepts('createChannel'),
  ),
  check(
    'accepts-channel-folders',
    'Plain requests that the contract covers are accepted when creating a channel folder',
    accepts('createChannelFolder'),
  ),
  check(
    'accepts-narrow',
    'Plain requests that the contract covers are accepted when checking messages against a narrow',
    accepts('checkMessagesMatchNarrow'),
  ),
  check(
    'accepts-history',
    'Plain requests that the contract covers are accepted when asking for the history of a message',
    accepts('getMessageHistory'),
  ),
  check(
    'accepts-drafts',
    'Plain requests that the contract covers are accepted when creating drafts',
    accepts('createDrafts'),
  ),
  check(
    'accepts-invites',
    'Plain requests that the contract covers are accepted when sending invitations',
    accepts('sendInvites'),
  ),
  check(
    'accepts-invite-links',
    'Plain requests that the contract covers are accepted when creating a reusable link',
    accepts('createReusableInviteLink'),
  ),
  check(
    'accepts-profile-fields',
    'Plain requests that the contract covers are accepted when creating a profile field',
    accepts('createProfileField'),
  ),
  check(
    'accepts-playgrounds',
    'Plain requests that the contract covers are accepted when adding a playground',
    accepts('addPlayground'),
  ),
  check(
    'accepts-user-groups',
    'Plain requests that the contract covers are accepted when creating a user group',
    accepts('createUserGroup'),
  ),
  check(
    'accepts-group-lists',
    'Plain requests that the contract covers are accepted when asking for the user groups',
    accepts('getUserGroups'),
  ),
  check(
    'accepts-navigation',
    'Plain requests that the contract covers are accepted when adding a navigation view',
    accepts('addNavigationView'),
  ),
  check(
    'accepts-push',
    'Plain requests that the contract covers are accepted when sending a test notification',
    accepts('sendTestPush'),
  ),
  check('accepts-uploads', 'Plain requests that the contract covers are accepted when uploading a file', acceptsFiles),
])
