/** The mistakes that clients make: a required parameter left out, a value of another kind, a word that is not on the list. */

const forms = ({ channel, me, group, name, inviteDomain }) => ({
  setTypingStatus: { type: 'direct', op: 'start', to: [me] },
  createChannel: { name: name('channel'), subscribers: [me] },
  createChannelFolder: { name: name('Folder'), description: 'x' },
  addDefaultChannel: { stream_id: channel },
  checkMessagesMatchNarrow: { msg_ids: [1], narrow: [{ operator: 'search', operand: 'x' }] },
  createDrafts: { drafts: [{ type: '', to: [], topic: '', content: 'x' }] },
  sendInvites: { invitee_emails: `${name('x').replace(' ', '.')}@${inviteDomain ?? 'app.invalid'}`, stream_ids: [] },
  createReusableInviteLink: {},
  createProfileField: { name: name('Field'), field_type: 1 },
  addPlayground: { name: name('Play'), pygments_language: 'Python', url_template: 'https://play.example/{code}' },
  createUserGroup: { name: name('Team'), description: 'x', members: [me], subgroups: group ? [group] : [] },
  getUserGroups: {},
  addNavigationView: { fragment: `narrow/${name('x').replace(' ', '-')}`, is_pinned: true },
  fetchApiKey: { username: 'x', password: 'y' },
  removeApnsToken: { token: 'c0ffee00c0ffee00c0ffee00c0ffee00' },
  sendTestPush: {},
  deleteEventQueue: { queue_id: 'a-queue-that-never-was' },
  removeReaction: { emoji_name: 'smile' },
})

const WRONG = { integer: 'text', boolean: 'text', array: 'text', object: '[1]', union: 'text', number: 'text' }

/** Lines with parameters, one mistake in each. `operations` are those of the contract, as its documentation has them. */
export function mistakes(operations, things, level) {
  const all = []
  for (const [id] of Object.entries(forms(things))) {
    const { method, path, parameters, since = 0 } = operations[id]
    if (since > level) continue
    const line = `${method} ${path.replace(/\{[^}]*\}/g, '1')}`
    const put = changes => {
      const params = { ...forms(things)[id], ...changes }
      for (const [name, value] of Object.entries(changes)) if (value === undefined) delete params[name]
      all.push([line, params])
    }
    for (const parameter of parameters) {
      if (parameter.in === 'path' || (parameter.since ?? 0) > level) continue
      if (parameter.required) put({ [parameter.name]: undefined })
      if (WRONG[parameter.kind]) put({ [parameter.name]: WRONG[parameter.kind] })
      if (parameter.kind === 'integer') put({ [parameter.name]: `${parameter.values?.[0] ?? 60}abc` })
      if (parameter.kind === 'array') {
        put({ [parameter.name]: ['text'] })
        put({ [parameter.name]: 7 })
        put({ [parameter.name]: parameter.name === 'drafts' ? { type: '', to: [], topic: '', content: 'x' } : '1' })
        put({ [parameter.name]: [...listFor(parameter.name, things), 'text'] })
      }
      if (parameter.values) put({ [parameter.name]: typeof parameter.values[0] === 'number' ? 987 : 'nonsense' })
    }
  }
  return [...all, ...formed(things, level)]
}

/** Ids that are there, as such a list has them. */
const listFor = (name, { channel, me, other, group }) =>
  name === 'stream_ids'
    ? [channel, channel]
    : name === 'group_ids' || name === 'subgroups'
      ? [group, group]
      : [me, other]

function formed({ channel, me }, level) {
  const draft = changes => [
    'POST /drafts',
    { drafts: [{ type: 'stream', to: [channel], topic: 'a', content: 'b', ...changes }] },
  ]
  const less = name => {
    const one = { type: 'stream', to: [channel], topic: 'a', content: 'b' }
    delete one[name]
    return ['POST /drafts', { drafts: [one] }]
  }
  const typing = params => ['POST /typing', { op: 'start', ...params }]
  return [
    ...['type', 'to', 'topic', 'content'].map(less),
    ...[
      { type: 'nonsense' },
      { to: 'text' },
      { to: ['text'] },
      { topic: 'a\0b' },
      { content: 'a\0b' },
      { timestamp: 'text' },
    ].map(draft),
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
    ['GET /messages/matches_narrow', { msg_ids: [1], narrow: [{ operand: 'x' }] }],
    ['GET /messages/matches_narrow', { msg_ids: [1], narrow: [{ operator: 'search' }] }],
    ['GET /messages/1/history', { allow_empty_topic_name: 'text' }],
    ['POST /messages/1/typing', {}],
    ['POST /messages/1/typing', { op: 'nonsense' }],
    ['POST /channel_folders/create', { name: '', description: 'x' }],
    ...['invites', 'invites/multiuse'].map(path => [
      `POST /${path}`,
      { invitee_emails: 'new@app.invalid', stream_ids: [], welcome_message_custom_text: 'x'.repeat(8001) },
    ]),
  ]
}
