/** Generated requests that must be accepted, operation by operation. */
import { area } from '../messaging/area.ts'
import { accepts, acceptsFiles } from './accepting.ts'

export default area('messaging.properties', ({ check, each }) => [
  each(
    {
      'messaging.properties.accepts-typing': [
        'Plain requests that the contract covers are accepted when setting a typing status',
        'setTypingStatus',
      ],
      'messaging.properties.accepts-edit-typing': [
        'Plain requests that the contract covers are accepted when setting a typing status for an edit',
        'setMessageEditTypingStatus',
      ],
      'messaging.properties.accepts-scheduled-messages': [
        'Plain requests that the contract covers are accepted when editing a scheduled message',
        'updateScheduledMessage',
      ],
      'messaging.properties.accepts-channels': [
        'Plain requests that the contract covers are accepted when creating a channel',
        'createChannel',
      ],
      'messaging.properties.accepts-channel-folders': [
        'Plain requests that the contract covers are accepted when creating a channel folder',
        'createChannelFolder',
      ],
      'messaging.properties.accepts-narrow': [
        'Plain requests that the contract covers are accepted when checking messages against a narrow',
        'checkMessagesMatchNarrow',
      ],
      'messaging.properties.accepts-history': [
        'Plain requests that the contract covers are accepted when asking for the history of a message',
        'getMessageHistory',
      ],
      'messaging.properties.accepts-drafts': [
        'Plain requests that the contract covers are accepted when creating drafts',
        'createDrafts',
      ],
      'messaging.properties.accepts-invites': [
        'Plain requests that the contract covers are accepted when sending invitations',
        'sendInvites',
      ],
      'messaging.properties.accepts-invite-links': [
        'Plain requests that the contract covers are accepted when creating a reusable link',
        'createReusableInviteLink',
      ],
      'messaging.properties.accepts-profile-fields': [
        'Plain requests that the contract covers are accepted when creating a profile field',
        'createProfileField',
      ],
      'messaging.properties.accepts-playgrounds': [
        'Plain requests that the contract covers are accepted when adding a playground',
        'addPlayground',
      ],
      'messaging.properties.accepts-user-groups': [
        'Plain requests that the contract covers are accepted when creating a user group',
        'createUserGroup',
      ],
      'messaging.properties.accepts-group-lists': [
        'Plain requests that the contract covers are accepted when asking for the user groups',
        'getUserGroups',
      ],
      'messaging.properties.accepts-navigation': [
        'Plain requests that the contract covers are accepted when adding a navigation view',
        'addNavigationView',
      ],
      'messaging.properties.accepts-push': [
        'Plain requests that the contract covers are accepted when sending a test notification',
        'sendTestPush',
      ],
    },
    accepts,
  ),
  check(
    'messaging.properties.accepts-uploads',
    'Plain requests that the contract covers are accepted when uploading a file',
    acceptsFiles,
  ),
])
