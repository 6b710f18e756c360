import { verbatim } from '../../../harness/index.ts'

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

type Setting = (typeof CHANNEL_SETTINGS)[number] | (typeof GROUP_SETTINGS)[number]

/** What is no group setting: a list, an object whose members are no ids, text. Which comes first alternates between settings. */
export function noSettings(name: Setting): readonly [first: unknown, ...more: unknown[]] {
  const ofText = { direct_members: ['text'], direct_subgroups: [] }
  const isListFirst = [...CHANNEL_SETTINGS, ...GROUP_SETTINGS].indexOf(name) % 2 === 0
  return isListFirst ? [[], ofText, verbatim('text')] : [ofText, [], verbatim('text')]
}
