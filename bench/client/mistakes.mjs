/** The mistakes that clients make: a required parameter left out, a value of the wrong type, a value that is not allowed. */

/** Correct parameters by operation id: each mistake is one change to one of these. */
const forms = ({
  channel,
  me,
  message,
  scheduled,
  group,
  token,
  queue,
  device,
  username,
  password,
  name,
  inviteDomain,
  level,
}) => ({
  setTypingStatus: [
    { type: 'direct', op: 'start', to: [me] },
    ...(level >= 215 ? [{ type: 'stream', op: 'start', stream_id: channel, topic: 'lunch' }] : []),
  ],
  setMessageEditTypingStatus: [{ message_id: message, op: 'start' }],
  updateScheduledMessage: [
    { scheduled_message_id: scheduled, content: 'Later still' },
    { scheduled_message_id: scheduled, type: 'stream', to: channel, topic: 'lunch' },
  ],
  createChannel: [{ name: name('channel'), subscribers: [me] }],
  createChannelFolder: [{ name: name('Folder'), description: 'x' }],
  addDefaultChannel: [{ stream_id: channel }],
  checkMessagesMatchNarrow: [{ msg_ids: [message], narrow: [{ operator: 'search', operand: 'x' }] }],
  getMessageHistory: [{ message_id: message }],
  createDrafts: [{ drafts: [{ type: '', to: [], topic: '', content: 'x' }] }],
  sendInvites: [{ invitee_emails: `${name('x').replace(' ', '.')}@${inviteDomain ?? 'app.invalid'}`, stream_ids: [] }],
  createReusableInviteLink: [{}],
  createProfileField: [{ name: name('Field'), field_type: 1 }],
  addPlayground: [{ name: name('Play'), pygments_language: 'Python', url_template: 'https://play.example/{code}' }],
  createUserGroup: [{ name: name('Team'), description: 'x', members: [me], subgroups: group ? [group] : [] }],
  getUserGroups: [{}],
  addNavigationView: [{ fragment: `narrow/${name('x').replace(' ', '-')}`, is_pinned: true }],
  fetchApiKey: [{ username, password }],
  ...(device && { sendTestPush: [{ push_account_id: device }] }),
  removeApnsToken: [{ token }],
  deleteEventQueue: [{ queue_id: queue }],
  removeReaction: [{ message_id: message, emoji_name: 'smile' }],
})

const WRONG = { integer: 'text', boolean: 'text', array: 'text', object: '[1]', union: 'text', number: 'text' }

/** Requests with one mistake each, as pairs of request line and parameters. `operations` is the table of generated/operations. */
export function mistakes(operations, things, level) {
  const all = []
  for (const [id, bases] of Object.entries(forms({ ...things, level }))) {
    const { method, path, parameters, since = 0 } = operations[id]
    if (since > level) continue
    for (const at of bases.keys()) {
      const put = changes => {
        const params = { ...forms({ ...things, level })[id][at], ...changes }
        const line = `${method} ${path.replace(/\{([^}]*)\}/g, (_, name) => params[name])}`
        for (const [name] of path.matchAll(/[^{}]+(?=\})/g)) delete params[name]
        for (const [name, value] of Object.entries(changes)) if (value === undefined) delete params[name]
        all.push([line, params])
      }
      for (const parameter of parameters) {
        if (parameter.in === 'path' || (parameter.since ?? 0) > level) continue
        for (const value of wrong(parameter, things)) put({ [parameter.name]: value })
      }
    }
  }
  return [...all, ...formed(things, level)]
}

/** Requests that use every optional parameter with each of its documented values. */
export function options(operations, things, level) {
  const all = []
  for (const [id, bases] of Object.entries(forms({ ...things, level, token: 'c0ffee', queue: 'none' }))) {
    const { method, path, parameters, since = 0 } = operations[id]
    if (since > level || ['fetchApiKey', 'deleteEventQueue', 'removeApnsToken'].includes(id)) continue
    for (const parameter of parameters) {
      if (parameter.required || parameter.in === 'path' || (parameter.since ?? 0) > level) continue
      for (const value of right(parameter, things)) {
        const params = { ...forms({ ...things, level })[id]?.at(-1), ...bases[0], [parameter.name]: value }
        if (params.name) params.name = `${params.name} ${all.length}`
        const line = `${method} ${path.replace(/\{([^}]*)\}/g, (_, name) => params[name])}`
        for (const [name] of path.matchAll(/[^{}]+(?=\})/g)) delete params[name]
        all.push([line, params])
      }
    }
  }
  return all
}

function right({ name, kind, values }, things) {
  if (values) return values
  if (kind === 'boolean') return [true, false]
  if (kind === 'array') return [listFor(name, things).slice(0, 1), []]
  if (name === 'scheduled_delivery_timestamp') return [Math.floor(Date.now() / 1000) + 500_000_000]
  if (name === 'message_retention_days') return [30, 'unlimited']
  if (name === 'to') return [things.channel]
  if (kind === 'union') return [things.group, { direct_members: [things.me], direct_subgroups: [] }]
  if (kind === 'object') return [{}]
  return kind === 'integer' ? [things[name === 'stream_id' ? 'channel' : 'device'] ?? 60] : ['Plain text']
}

/** Wrong values of a parameter: left out, empty, of the wrong type, not allowed. */
function wrong({ name, kind, required, values }, things) {
  const list = kind === 'array' ? listFor(name, things) : []
  return [
    ...(required ? [undefined] : []),
    ...(required && kind === 'string' ? ['', ' '] : []),
    ...(WRONG[kind] ? [WRONG[kind]] : []),
    ...(kind === 'integer' ? [`${values?.[0] ?? things[name === 'stream_id' ? 'channel' : 'me']}abc`, '1.5', [1]] : []),
    ...(kind === 'boolean' ? ['maybe', '7', []] : []),
    ...(kind === 'object' ? ['text', '7'] : []),
    ...(kind === 'union'
      ? [true, ['text'], { direct_members: 'text' }, { direct_members: ['text'], direct_subgroups: [] }]
      : []),
    ...(kind === 'array'
      ? [
          ['text'],
          7,
          true,
          { 0: 1 },
          ...list.slice(0, 1),
          [...list, 'text'],
          ['text', ...list],
          list.map(String).join(','),
        ]
      : []),
    ...(values
      ? [
          typeof values[0] === 'number' ? 987 : 'nonsense',
          ...(typeof values[0] === 'string' ? [values[0].toUpperCase()] : [0, -1]),
        ]
      : []),
  ]
}

/** A correct list for a list parameter, of ids that exist. */
const listFor = (name, { channel, me, other, group }) =>
  name === 'narrow'
    ? [{ operator: 'search', operand: 'x' }]
    : name === 'drafts'
      ? [{ type: '', to: [], topic: '', content: 'x' }]
      : name === 'stream_ids'
        ? [channel, channel]
        : name === 'group_ids' || name === 'subgroups'
          ? [group, group]
          : [me, other]

function formed({ channel, me, message }, level) {
  const good = { type: 'stream', to: [channel], topic: 'a', content: 'b' }
  const drafts = one => [[one], [one, good], [good, good, one]].map(list => ['POST /drafts', { drafts: list }])
  const draft = changes => drafts({ ...good, ...changes })
  const less = name => drafts(Object.fromEntries(Object.entries(good).filter(([one]) => one !== name)))
  const typing = params => ['POST /typing', { op: 'start', ...params }]
  return [
    ...['type', 'to', 'topic', 'content'].flatMap(less),
    ...[
      { type: 'nonsense' },
      { to: [] },
      { to: [channel, channel + 1] },
      { to: 'text' },
      { to: ['text'] },
      { type: 'private', to: ['text'] },
      { topic: 'a\0b' },
      { content: 'a\0b' },
      { timestamp: 'text' },
    ].flatMap(draft),
    typing({ type: 'direct' }),
    typing({ type: 'direct', to: me }),
    ...(level >= 215
      ? [
          typing({ type: 'private', to: [me] }),
          typing({ type: 'stream', topic: 'a' }),
          typing({ type: 'stream', stream_id: channel }),
        ]
      : []),
    ...(level >= 215 ? [typing({ type: 'stream', stream_id: 'text', topic: 'a' })] : []),
    ['GET /messages/matches_narrow', { msg_ids: [message], narrow: [{ operand: 'x' }] }],
    ['GET /messages/matches_narrow', { msg_ids: [message], narrow: [{ operator: 'search' }] }],
    ...['invites', 'invites/multiuse'].map(path => [
      `POST /${path}`,
      { invitee_emails: 'new@app.invalid', stream_ids: [], welcome_message_custom_text: 'x'.repeat(8001) },
    ]),
  ]
}
