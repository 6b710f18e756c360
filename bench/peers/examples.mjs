/**
 * One valid request for each operation, with ids that exist in the deployment. Every peer gets these as examples.
 * The fixtures come from the provisioner of the served reference, as in a run of Assay.
 */
import { createHmac } from 'node:crypto'

/** `ask(kind, with)` returns the value of a fixture. */
export async function messagingExamples(messaging, ask, listGroups) {
  const { owner, member } = messaging.actors
  const as = owner.email
  const channel = await ask('channel', { name: 'peers bench', subscribers: [owner.userId, member.userId] })
  const others = await ask('channel', { name: 'peers bench defaults', subscribers: [owner.userId] })
  const message = await ask('message', { as, channelId: channel.id, topic: 'bench', content: 'Good morning' })
  const scheduled = await ask('scheduled-message', {
    ...{ as, type: 'stream', to: channel.id, topic: 'bench', content: 'Later' },
  })
  const reaction = await ask('reaction', { as, messageId: message.id, reactionType: 'unicode_emoji' })
  const invite = await ask('multiuse-invite', { as })
  const apns = await ask('apns-token', { as })
  const push = await ask('push-device', { as })
  const queue = await ask('event-queue', { as })
  const fresh = await ask('actor', { role: 'member', fresh: true })
  const groups = (await listGroups()).filter(group => !group.is_system_group)
  const [group, used] = [groups[0]?.id, groups.at(-1)?.id]
  const later = 4_102_444_800
  const setting = { direct_members: [owner.userId], direct_subgroups: [] }
  const channelSettings = Object.fromEntries(
    [
      ...['can_add_subscribers_group', 'can_delete_any_message_group', 'can_delete_own_message_group'],
      ...['can_remove_subscribers_group', 'can_administer_channel_group', 'can_move_messages_out_of_channel_group'],
    ].map((name, at) => [name, at % 2 ? used : setting]),
  )
  const groupSettings = Object.fromEntries(
    [
      ...['can_add_members_group', 'can_join_group', 'can_leave_group', 'can_manage_group', 'can_mention_group'],
      'can_remove_members_group',
    ].map((name, at) => [name, at % 2 ? used : setting]),
  )
  return {
    setTypingStatus: { body: { type: 'stream', op: 'start', stream_id: channel.id, topic: 'bench' } },
    setMessageEditTypingStatus: { path: { message_id: message.id }, body: { op: 'start' } },
    updateScheduledMessage: {
      path: { scheduled_message_id: scheduled.id },
      body: {
        type: 'stream',
        to: channel.id,
        topic: 'bench',
        content: 'Still later',
        scheduled_delivery_timestamp: later,
      },
    },
    createChannel: {
      body: {
        ...{ name: 'made by a peer', description: 'All parameters at once', subscribers: [owner.userId] },
        ...{ announce: false, invite_only: false, is_web_public: false, is_default_stream: false },
        ...{ topics_policy: 'inherit', history_public_to_subscribers: true, message_retention_days: 30 },
        ...channelSettings,
      },
    },
    createChannelFolder: { body: { name: 'peers', description: 'A folder' } },
    addDefaultChannel: { body: { stream_id: others.id } },
    checkMessagesMatchNarrow: {
      query: { msg_ids: [message.id], narrow: [{ operator: 'search', operand: 'morning' }] },
    },
    getMessageHistory: { path: { message_id: message.id }, query: { allow_empty_topic_name: true } },
    removeReaction: { path: { message_id: message.id }, body: reactionOf(reaction) },
    markAllAsRead: {},
    createDrafts: {
      body: {
        drafts: [{ type: 'stream', to: [channel.id], topic: 'bench', content: 'A draft', timestamp: 1_600_000_000 }],
      },
    },
    sendInvites: {
      body: {
        ...{ invitee_emails: 'bench@assay.invalid', invite_expires_in_minutes: 600, invite_as: 400 },
        ...{ stream_ids: [channel.id], group_ids: [group], include_realm_default_subscriptions: false },
        ...{ notify_referrer_on_join: true, welcome_message_custom_text: 'Welcome' },
      },
    },
    createReusableInviteLink: {
      body: {
        ...{ invite_expires_in_minutes: 600, invite_as: 400, stream_ids: [channel.id], group_ids: [group] },
        ...{ include_realm_default_subscriptions: false, welcome_message_custom_text: 'Welcome' },
      },
    },
    revokeReusableInviteLink: { path: { invite_id: invite.id } },
    createProfileField: {
      body: {
        ...{ name: 'Made by a peer', hint: 'A hint', field_type: 3, display_in_profile_summary: false },
        ...{ field_data: { one: { text: 'One', order: '1' } }, required: false, editable_by_user: true },
      },
    },
    getProfileFields: {},
    addPlayground: {
      body: { name: 'Bench', pygments_language: 'Python', url_template: 'https://play.invalid/?code={code}' },
    },
    getLinkifiers: {},
    getPresence: {},
    createUserGroup: {
      body: {
        ...{ name: 'made by a peer', description: 'A group', members: [owner.userId], subgroups: [used] },
        ...groupSettings,
      },
    },
    getUserGroups: { query: { include_deactivated_groups: true } },
    deactivateUserGroup: { path: { user_group_id: group } },
    addNavigationView: { body: { fragment: 'narrow/is/starred', is_pinned: true, name: 'Starred' } },
    fetchApiKey: { body: { username: member.email, password: member.password }, auth: null },
    deactivateOwnAccount: { auth: fresh },
    removeApnsToken: { body: { token: apns.token } },
    sendTestPush: { body: { push_account_id: push.pushAccountId } },
    uploadFile: { file: { name: 'bench.txt', content: 'A file' } },
    probeResumableUpload: {},
    deleteEventQueue: { body: { queue_id: queue.queueId } },
  }
}

const reactionOf = ({ emoji_name, emoji_code, reaction_type }) => ({ emoji_name, emoji_code, reaction_type })

/** Placeholders for values that are known only during a run; `current` replaces them. */
export const STAND_INS = { timestamp: '1700000000000', signature: '0'.repeat(64), port: '65000' }

export function tradingExamples({ credentials: { apiKey }, signedProbe }) {
  return {
    getSwagger: {},
    ping: {},
    getTime: {},
    getExchangeInfo: { query: { symbol: 'btcusdt' } },
    getCoinsInfo: { query: { symbol: 'btc' } },
    getOrderbook: { query: { symbol: 'btcusdt' } },
    signedProbe: {
      query: { ...signedProbe.params, timestamp: STAND_INS.timestamp },
      header: { 'X-SVC-APIKEY': apiKey, 'X-SVC-SIGNATURE': STAND_INS.signature },
    },
  }
}

/** Replaces the placeholders in a text: port of the served reference, current time, and the signature for that time. */
export function current(text, { port, target, clock = Date }) {
  const timestamp = String(clock.now())
  const query = new URLSearchParams({ ...target.signedProbe?.params, timestamp })
  const signature = createHmac('sha256', target.credentials?.secretKey ?? '')
    .update(String(query))
    .digest('hex')
  return text
    .replaceAll(`:${STAND_INS.port}`, `:${port}`)
    .replaceAll(STAND_INS.timestamp, timestamp)
    .replaceAll(STAND_INS.signature, signature)
}
