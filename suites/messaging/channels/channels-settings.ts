/** The group settings of new channels, and what the contract leaves open about creating them. */
import { area } from '../area.ts'
import { control, refusesEach, refusesKinds, vary } from '../controls/variations.ts'
import { idOf, NO_SUCH_ID } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { CHANNEL_SETTINGS, noSettings } from '../user-groups/group-settings.ts'
import { channelOptions } from './channel-makers.ts'

const { accepts } = channelOptions

const notSetting = (name: (typeof CHANNEL_SETTINGS)[number]) => refusesKinds('createChannel', name, ...noSettings(name))

export default area('messaging.channels', ({ check, watch }) => [
  check(
    'messaging.channels.can-add-subscribers-group',
    'Creating a channel accepts a group id and the object form for who may add subscribers',
    accepts('can_add_subscribers_group'),
  ),
  check(
    'messaging.channels.can-add-subscribers-group-kind',
    'A channel setting for who may add subscribers that is not a group-setting value is refused',
    notSetting('can_add_subscribers_group'),
  ),

  check(
    'messaging.channels.can-delete-any-message-group',
    'Creating a channel accepts a group id and the object form for who may delete any message',
    accepts('can_delete_any_message_group'),
  ),
  check(
    'messaging.channels.can-delete-any-message-group-kind',
    'A channel setting for who may delete any message that is not a group-setting value is refused',
    notSetting('can_delete_any_message_group'),
  ),

  check(
    'messaging.channels.can-delete-own-message-group',
    'Creating a channel accepts a group id and the object form for who may delete their own messages',
    accepts('can_delete_own_message_group'),
  ),
  check(
    'messaging.channels.can-delete-own-message-group-kind',
    'A channel setting for who may delete their own messages that is not a group-setting value is refused',
    notSetting('can_delete_own_message_group'),
  ),

  check(
    'messaging.channels.can-remove-subscribers-group',
    'Creating a channel accepts a group id and the object form for who may remove subscribers',
    accepts('can_remove_subscribers_group'),
  ),
  check(
    'messaging.channels.can-remove-subscribers-group-kind',
    'A channel setting for who may remove subscribers that is not a group-setting value is refused',
    notSetting('can_remove_subscribers_group'),
  ),

  check(
    'messaging.channels.can-administer-channel-group',
    'Creating a channel accepts a group id and the object form for who may administer the channel',
    accepts('can_administer_channel_group'),
  ),
  check(
    'messaging.channels.can-administer-channel-group-kind',
    'A channel setting for who may administer the channel that is not a group-setting value is refused',
    notSetting('can_administer_channel_group'),
  ),

  check(
    'messaging.channels.can-move-messages-out-of-channel-group',
    'Creating a channel accepts a group id and the object form for who may move messages out',
    accepts('can_move_messages_out_of_channel_group'),
  ),
  check(
    'messaging.channels.can-move-messages-out-of-channel-group-kind',
    'A channel setting for who may move messages out that is not a group-setting value is refused',
    notSetting('can_move_messages_out_of_channel_group'),
  ),

  check(
    'messaging.channels.setting-unknown',
    'Creating a channel with an unknown group as a setting is refused',
    async world => {
      const inside = { direct_members: [idOf(world.admin)], direct_subgroups: [NO_SUCH_ID] }
      // The first setting is tried in both forms, the others alternate between them.
      for (const [at, name] of world.tries(CHANNEL_SETTINGS, 'any').entries()) {
        const forms = at === 0 ? world.tries([inside, NO_SUCH_ID]) : [at % 2 === 0 ? inside : NO_SUCH_ID]
        await refusesEach('createChannel', name, forms)(world)
      }
    },
  ),

  check(
    'messaging.channels.setting-unknown-user',
    'Creating a channel with an unknown user inside a setting is refused',
    async world => {
      const direct_members = [idOf(world.admin), NO_SUCH_ID]
      for (const name of world.tries(CHANNEL_SETTINGS, 'any').slice(0, 2))
        await refusesEach('createChannel', name, [{ direct_members, direct_subgroups: [] }])(world)
    },
  ),

  watch(
    'open-points',
    async world => {
      if (world.level < 417) return
      const accepted = await control(world, 'createChannel')
      const members = Object.keys(accepted.json as object).filter(name => name !== 'result' && name !== 'msg')
      world.observe('messaging.channels.reply', members.join(', ') || 'nothing', accepted)
      const tries = {
        'messaging.channels.later-parameters': { can_send_message_group: 'text' },
        'messaging.channels.no-subscribers': { subscribers: [] },
        'messaging.channels.web-public': { is_web_public: true },
      } as const
      for (const [id, changes] of Object.entries(tries)) {
        const reply = await vary(world, 'createChannel', changes, { observed: true })
        world.observe(id as keyof typeof tries, `${JSON.stringify(changes)}: ${inWords(reply)}`, reply)
      }
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
