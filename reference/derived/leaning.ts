/** Which requirements lean on the replies of an operation, and may fail when those are wrong. */

const areas: Readonly<Record<string, readonly string[]>> = {
  getSwagger: ['trading.swagger'],
  ping: ['trading.ping'],
  getTime: ['trading.time'],
  getExchangeInfo: ['trading.markets', 'trading.orderbook'],
  getCoinsInfo: ['trading.coins', 'trading.networks'],
  getOrderbook: ['trading.orderbook'],
  setTypingStatus: ['messaging.typing'],
  setMessageEditTypingStatus: ['messaging.typing'],
  updateScheduledMessage: ['messaging.scheduled-messages'],
  createChannel: ['messaging.channels', 'messaging.user-groups'],
  createChannelFolder: ['messaging.channel-folders', 'messaging.channels'],
  addDefaultChannel: ['messaging.default-channels'],
  checkMessagesMatchNarrow: ['messaging.narrow'],
  getMessageHistory: ['messaging.history', 'messaging.parameters'],
  removeReaction: ['messaging.reactions'],
  markAllAsRead: ['messaging.read-state'],
  createDrafts: ['messaging.drafts', 'messaging.parameters'],
  sendInvites: ['messaging.invites'],
  createReusableInviteLink: ['messaging.invite-links'],
  revokeReusableInviteLink: ['messaging.invite-links'],
  createProfileField: ['messaging.profile-fields'],
  getProfileFields: ['messaging.profile-fields'],
  addPlayground: ['messaging.playgrounds'],
  getLinkifiers: ['messaging.linkifiers'],
  getPresence: ['messaging.presence'],
  createUserGroup: [
    'messaging.user-groups',
    'messaging.channels',
    'messaging.invites',
    'messaging.invite-links',
    'messaging.parameters',
  ],
  getUserGroups: ['messaging.user-groups', 'messaging.channels'],
  deactivateUserGroup: ['messaging.user-groups'],
  addNavigationView: ['messaging.navigation'],
  fetchApiKey: ['messaging.api-key'],
  deactivateOwnAccount: ['messaging.account'],
  removeApnsToken: ['messaging.apns'],
  sendTestPush: ['messaging.push'],
  uploadFile: ['messaging.uploads'],
  deleteEventQueue: ['messaging.event-queues'],
}

/** What every operation has leans on everything of its API. */
export function leaningOn(api: string, operations: readonly string[]): string[] {
  if (operations.length > 1) return [`${api}.*`]
  return operations.flatMap(operation => areas[operation] ?? []).map(area => `${area}.*`)
}
