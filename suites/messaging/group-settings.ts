/** The settings of channels and of user groups that are a group: its id, or an object with users and groups. */

export const CHANNEL_SETTINGS = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_move_messages_out_of_channel_group',
] as const

export const GROUP_SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const
