/** One legal reply for each operation whose reply has more than the plain envelope. */
const success = { result: 'success', msg: '' }
const envelope = { status: 'true', serverTime: '1700000000000' }

const market = {
  symbol: 'btcUSDT',
  base: 'BTC',
  quote: 'USDT',
  basePrecision: '8',
  quotePrecision: '2',
  minimumQuoteSize: '1e-3',
  maxMarketOrderAsk: '10.5',
  maxMarketOrderBid: '.5',
  isActive: true,
}

const network = {
  NetworkSymbol: 'BTC',
  NetworkNameEn: 'Bitcoin',
  NetworkNameFa: '',
  isDefault: true,
  tokenNameOnNetwork: '',
  tokenSymbolOnNetwork: 'BTC',
  addressUrl: 'https://explorer.invalid/{address}',
  contractAddressUrl: '',
  transactionUrl: '',
  contractAddress: '',
  memoRequired: false,
  memoRegex: '',
  addressRegex: '^[a-z]+$',
  tokenDecimal: '8',
  depositFee: '0',
  withdrawFee: '-0.1',
  depositStatus: 'resting',
  withdrawStatus: '',
  minimumDeposit: '0.0001',
  minimumWithdraw: '1E2',
  DepositConfirmationCount: '2',
  withdrawPrecision: '6',
}

const group = {
  id: 2 ** 60,
  name: '',
  description: '',
  date_created: null,
  creator_id: null,
  members: [],
  direct_subgroup_ids: [3],
  is_system_group: false,
  deactivated: false,
  can_add_members_group: 4,
  can_join_group: { direct_members: [1], direct_subgroups: [] },
  can_leave_group: 4,
  can_manage_group: 4,
  can_mention_group: 4,
  can_remove_members_group: 4,
}

const presence = { client: 'website', status: 'idle', timestamp: 1700000000 }

export const replies = {
  getSwagger: { openapi: '3.1.0', info: { title: '', version: '1.0.0' }, paths: {}, components: { schemas: {} } },
  ping: { ...envelope, result: 'pong' },
  getTime: { ...envelope, result: '1700000000001' },
  getExchangeInfo: { ...envelope, result: [market] },
  getCoinsInfo: { ...envelope, result: [{ symbol: 'btc', nameEn: 'Bitcoin', nameFa: '', networks: { BTC: network } }] },
  getOrderbook: {
    ...envelope,
    result: { symbol: 'BTCUSDT', orderbook: { bids: [{ price: '1', volume: '2.5e3' }], asks: [] } },
  },
  setTypingStatus: { ...success, ignored_parameters_unsupported: ['colour'], extra: 1 },
  createChannel: { ...success, id: 5 },
  createChannelFolder: { ...success, channel_folder_id: 1 },
  checkMessagesMatchNarrow: { ...success, messages: { '12': { match_content: '<p>a</p>', match_subject: 'a' } } },
  getMessageHistory: {
    ...success,
    message_history: [
      { topic: '', content: '', rendered_content: '', timestamp: 1, user_id: null },
      {
        topic: 'a',
        content: '',
        rendered_content: '',
        timestamp: 2,
        user_id: 8,
        prev_topic: '',
        stream: 3,
        prev_stream: 4,
      },
    ],
  },
  markAllAsRead: { ...success, complete: false },
  createDrafts: { ...success, ids: [9, 3] },
  createReusableInviteLink: { ...success, invite_link: 'https://chat.invalid/join/x' },
  createProfileField: { ...success, id: 1 },
  getProfileFields: {
    ...success,
    custom_fields: [{ id: 1, name: 'a', hint: '', type: 8, order: 1, required: false, editable_by_user: true }],
  },
  addPlayground: { ...success, id: 1 },
  getLinkifiers: {
    ...success,
    linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.invalid/{id}' }],
  },
  getPresence: {
    ...success,
    presences: { 'ada@a.invalid': { website: { ...presence, pushable: false }, aggregated: presence } },
    server_timestamp: 1700000000.25,
  },
  createUserGroup: { ...success, group_id: 7 },
  getUserGroups: { ...success, user_groups: [group] },
  fetchApiKey: { ...success, api_key: 'k', email: 'ada@a.invalid', user_id: 8 },
  uploadFile: { ...success, url: '/user_uploads/1', uri: '/user_uploads/1', filename: 'a' },
}
