/**
 * An app that uses both APIs in the usual way: it logs in, reads lists, creates, edits and removes things, and makes the
 * mistakes of users and careless programmers. It judges nothing and knows nothing about Assay.
 */
import { mistakes, options } from './mistakes.mjs'
import { BROWSER, json, trade } from './trading.mjs'

/** `send` is like fetch: { method, url, headers, body } to { status, body }; `rest` waits for a number of milliseconds. */
export async function usePlainly(target, send, operations, rest = async () => {}) {
  if (target.trading) await trade(target.trading, send, rest)
  if (target.messaging) await chat(target.messaging, send, operations)
}

const texts = params =>
  new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()

/** Sends requests as one user; `own` holds the headers of a browser if the user has one. */
const caller =
  (baseUrl, actor, send, own = {}) =>
  async (line, params = {}) => {
    const [method, path] = line.split(' ')
    const query = texts(params)
    const basic = actor && Buffer.from(`${actor.email}:${actor.apiKey}`).toString('base64')
    const headers = { ...own, ...(basic && { authorization: `Basic ${basic}` }) }
    const url = baseUrl + path
    if (method === 'GET' || method === 'OPTIONS')
      return json(await send({ method, url: query === '' ? url : `${url}?${query}`, headers, body: null }))
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return json(await send({ method, url, headers, body: query }))
  }

async function chat({ baseUrl, actors, featureLevel, inviteDomain }, send, operations) {
  const as = (role, own) => caller(baseUrl, actors[role], send, own)
  const [admin, member, guest] = [as('admin'), as('member', BROWSER), as('guest', BROWSER)]
  const nobody = caller(baseUrl, null, send)
  const [me, other] = [actors.member.userId, actors.second.userId]
  await nobody('GET /server_settings')
  await nobody('POST /fetch_api_key', { username: actors.member.email, password: actors.member.password })
  await nobody('POST /fetch_api_key', { username: actors.member.email, password: 'wrong password' })
  await nobody('GET /realm/linkifiers')

  const name = word => `${word} ${Math.random().toString(36).slice(2, 9)}`
  const all = ['owner', 'admin', 'moderator', 'member', 'second', 'guest', 'bot'].filter(role => actors[role])
  await admin('POST /users/me/subscriptions', {
    subscriptions: [{ name: 'app' }, { name: 'side' }],
    principals: all.map(role => actors[role].userId).filter(Boolean),
  })
  const channel = (await member('GET /get_stream_id', { stream: 'app' }))?.stream_id
  const side = (await member('GET /get_stream_id', { stream: 'side' }))?.stream_id

  const users = all.map((role, at) => [role, as(role, at % 2 === 0 ? BROWSER : {})])
  for (const [, user] of users) await reading(user)
  const groups = await groupsOf(admin, name, me, other, featureLevel)
  await channelsOf(admin, name, me, channel, groups)
  const { message, scheduled } = await talking(member, channel, side, me, other)
  const things = { channel, me, other, message, scheduled, group: groups[0], name, inviteDomain }
  for (const [role, user] of [
    ['admin', admin],
    ['member', member],
  ]) {
    const { email, password, device } = actors[role]
    if (device) await user('POST /mobile_push/e2ee/test_notification', { push_account_id: device })
    const token = `c0ffee${Math.random().toString(16).slice(2, 10).padEnd(26, '0')}`
    await user('POST /users/me/apns_device_token', { token, appid: 'app.example' })
    const queue = (await user('POST /register', { event_types: ['message'] }))?.queue_id
    await user(`POST /messages/${message}/reactions`, { emoji_name: 'smile' })
    const mine = { ...things, token, queue, device, username: email, password }
    for (const [line, params] of options(operations, mine, featureLevel)) await user(line, params)
    for (const [line, params] of mistakes(operations, mine, featureLevel)) await user(line, params)
    await user('DELETE /users/me/apns_device_token', { token })
  }
  await organising({ admin, member, guest, name, channel, actors, inviteDomain, featureLevel })
  await reading(member)
  await strayParameters(admin, member, things)
  for (const [role, user] of users) {
    await everyday(user, name, channel, me)
    await uploading(baseUrl, actors[role], send)
  }
  if (actors.owner) await as('owner')('DELETE /users/me')
}

/** Ordinary requests that any user may send; some users are refused. */
async function everyday(user, name, channel, me) {
  const odd = `R&D = "50 %" + Ж 报告 🙂 <b>`
  await user('POST /user_groups/create', { name: name('Team'), description: odd, members: [me] })
  await user('POST /channel_folders/create', { name: name('Folder'), description: odd })
  await user('POST /channels/create', { name: name('channel'), subscribers: [me], description: odd })
  await user('POST /drafts', { drafts: [{ type: 'stream', to: [channel], topic: odd, content: odd }] })
  await user('POST /realm/profile_fields', { name: name('Field'), hint: 'R&D', field_type: 1 })
  await user('POST /realm/playgrounds', {
    name: name('Play'),
    pygments_language: 'Python',
    url_template: 'https://play.example/{code}',
  })
  await user('POST /invites/multiuse')
  await user('POST /navigation_views', {
    fragment: `narrow/${name('x').replace(' ', '-')}`,
    is_pinned: true,
    name: odd,
  })
  await user('POST /typing', { type: 'stream', op: 'start', stream_id: channel, topic: odd })
  const sent = await user('POST /messages', { type: 'stream', to: channel, topic: 'lunch', content: odd })
  await user(`GET /messages/${sent?.id}/history`)
  await user('GET /messages/matches_narrow', {
    msg_ids: [sent?.id ?? 1],
    narrow: [{ operator: 'search', operand: 'R&D' }],
  })
  await user('POST /mark_all_as_read')
  await reading(user)
}

async function reading(user) {
  for (const line of ['realm/linkifiers', 'realm/linkifiers', 'realm/presence', 'realm/profile_fields', 'user_groups'])
    await user(`GET /${line}`)
  await user('GET /user_groups', { include_deactivated_groups: true })
  await user('GET /user_groups', { include_deactivated_groups: false })
}

async function groupsOf(user, name, me, other, level) {
  const make = params =>
    user('POST /user_groups/create', {
      name: name('Team'),
      description: 'People of one team',
      members: [me],
      ...params,
    })
  const [first, second] = [(await make({}))?.group_id, (await make({ members: [me, other] }))?.group_id]
  const third = (
    await make({
      subgroups: [first],
      can_mention_group: second,
      can_join_group: { direct_members: [me], direct_subgroups: [first] },
    })
  )?.group_id
  await user('GET /user_groups')
  await user(`POST /user_groups/${first}/deactivate`)
  await user(`POST /user_groups/${second}/deactivate`)
  const spare = (await make({}))?.group_id
  await user(`POST /user_groups/${spare}/deactivate`)
  await user('GET /user_groups')
  await user('GET /user_groups', level >= 294 ? { include_deactivated_groups: true } : { allow_deactivated: true })
  await user('POST /user_groups/987654321/deactivate')
  return [first, second, third]
}

async function channelsOf(user, name, me, channel, [group]) {
  const folder = (await user('POST /channel_folders/create', { name: name('Folder'), description: 'A place' }))
    ?.channel_folder_id
  await user('POST /channel_folders/create', { name: name('Folder'), description: '' })
  await user('POST /channels/create', { name: name('channel'), subscribers: [me] })
  await user('POST /channels/create', {
    ...{
      name: name('channel'),
      subscribers: [me],
      description: 'All options',
      announce: false,
      invite_only: false,
      is_default_stream: false,
    },
    ...{ folder_id: folder, topics_policy: 'inherit', can_add_subscribers_group: group, message_retention_days: 30 },
  })
  await user('POST /default_streams', { stream_id: channel })
  await user('POST /default_streams', { stream_id: 987654321 })
}

async function talking(user, channel, side, me, other) {
  const sent = await user('POST /messages', { type: 'stream', to: channel, topic: 'lunch', content: 'Soup today?' })
  const id = sent?.id
  const history = (params = {}) => user(`GET /messages/${id}/history`, params)
  await history()
  for (const content of ['Salad today?', 'Fish today?', 'Rice today?', 'Soup again?', 'Salad after all?']) {
    await user(`PATCH /messages/${id}`, { content })
    await history()
  }
  await user(`PATCH /messages/${id}`, { topic: 'supper', content: 'Both at once' })
  await history()
  await user(`PATCH /messages/${id}`, { topic: 'dinner' })
  await history({ allow_empty_topic_name: true })
  await user(`PATCH /messages/${id}`, { stream_id: side })
  await history()
  await user('GET /messages/987654321/history')
  await user('GET /messages/matches_narrow', {
    msg_ids: [id, id + 1],
    narrow: [{ operator: 'search', operand: 'salad' }],
  })
  await user('GET /messages/matches_narrow', { msg_ids: [id], narrow: [{ operator: 'channel', operand: side }] })

  for (const op of ['start', 'stop']) {
    await user('POST /typing', { type: 'direct', op, to: [other] })
    await user('POST /typing', { type: 'stream', op, stream_id: channel, topic: 'lunch' })
    await user('POST /typing', { type: 'channel', op, stream_id: channel, topic: 'lunch' })
    await user(`POST /messages/${id}/typing`, { op })
  }
  const smile = { emoji_name: 'smile', emoji_code: '1f604', reaction_type: 'unicode_emoji' }
  await user(`POST /messages/${id}/reactions`, smile)
  for (const _ of [1, 2]) await user(`DELETE /messages/${id}/reactions`, smile)
  await user(`DELETE /messages/${id}/reactions`, {
    emoji_name: 'smile',
    emoji_code: 'not a code',
    reaction_type: 'unicode_emoji',
  })
  await user('POST /mark_all_as_read')

  const draft = (type, to, topic) => ({ type, to, topic, content: `Not sent yet, ${type || 'to nobody'}` })
  await user('POST /drafts', { drafts: [draft('', [], '')] })
  await user('POST /drafts', {
    drafts: [draft('', [], ''), draft('stream', [channel], 'lunch'), draft('private', [other], '')],
  })
  await user('POST /drafts', { drafts: [draft('stream', [], 'lunch')] })
  await user('POST /drafts', { drafts: [draft('stream', [channel, side], 'lunch')] })

  const later = Math.floor(Date.now() / 1000) + 400_000_000
  const scheduled = (
    await user('POST /scheduled_messages', {
      type: 'stream',
      to: channel,
      topic: 'lunch',
      content: 'Later',
      scheduled_delivery_timestamp: later,
    })
  )?.scheduled_message_id
  await user(`PATCH /scheduled_messages/${scheduled}`, { content: 'Even later' })
  await user(`PATCH /scheduled_messages/${scheduled}`, { type: 'channel', to: side, topic: 'dinner' })
  await user(`PATCH /scheduled_messages/${scheduled}`, { type: 'stream', to: 987654321, topic: 'dinner' })
  await user(`PATCH /scheduled_messages/${scheduled}`, { type: 'direct', to: [other] })
  await user(`PATCH /scheduled_messages/${scheduled}`, { type: 'nonsense', to: [me] })
  await user(`PATCH /scheduled_messages/${scheduled}`, { to: 'everybody' })
  await user('PATCH /scheduled_messages/987654321', { content: 'x' })
  return { message: id, scheduled }
}

async function organising({ admin, member, guest, name, channel, actors, inviteDomain, featureLevel }) {
  const field = params =>
    admin('POST /realm/profile_fields', { name: name('Field'), hint: 'A hint', field_type: 1, ...params })
  await field({})
  await field({ field_type: 4, required: true, editable_by_user: false })
  for (const field_type of [2, 5, 6, 8]) await field({ field_type })
  await field({ field_type: 7, field_data: { subtype: 'github' } })
  await field({ field_type: 3, field_data: { a: { text: 'One', order: '1' }, b: { text: 'Two', order: '2' } } })
  await field({ display_in_profile_summary: true })
  await admin('GET /realm/profile_fields')
  await field({ field_type: 2, display_in_profile_summary: true })
  await field({ field_type: 6, display_in_profile_summary: true })
  await field({ display_in_profile_summary: true })
  await field({ display_in_profile_summary: true })
  await member('POST /realm/profile_fields', { name: name('Field'), field_type: 1 })
  await member('POST /default_streams', { stream_id: channel })
  await member('POST /channel_folders/create', { name: name('Folder'), description: '' })

  const playground = url_template =>
    admin('POST /realm/playgrounds', { name: name('Play'), pygments_language: 'Python', url_template })
  for (const path of [
    '{code}',
    '?source={code}',
    '',
    '{language}/{code}',
    '{source}',
    '{Code}',
    '{codes}',
    '{code}}',
    '{',
  ])
    await playground(`https://play.example/${path}`)

  const address = () => `${name('new').replace(' ', '.').toLowerCase()}@${inviteDomain ?? 'app.invalid'}`
  await admin('POST /invites', { invitee_emails: address(), stream_ids: [channel] })
  await admin('POST /invites', { invitee_emails: actors.second.email, stream_ids: [] })
  await admin('POST /invites', { invitee_emails: `${address()},${actors.second.email}`, stream_ids: [] })
  await admin('POST /invites', { invitee_emails: '', stream_ids: [] })
  await admin('POST /invites', { invitee_emails: address(), stream_ids: [987654321] })
  await admin('POST /invites/multiuse')
  await admin('POST /invites/multiuse', { invite_as: 400, stream_ids: [channel], invite_expires_in_minutes: 60 })
  const { invites } = (await admin('GET /invites')) ?? {}
  const link = (Array.isArray(invites) ? invites : []).find(one => one.is_multiuse)?.id
  for (const _ of [1, 2]) await admin(`DELETE /invites/multiuse/${link}`)
  await admin('DELETE /invites/multiuse/987654321')

  await member('POST /navigation_views', { fragment: `narrow/${name('is').replace(' ', '-')}`, is_pinned: true })
  await member('POST /navigation_views', {
    fragment: `narrow/${name('is').replace(' ', '-')}`,
    is_pinned: false,
    name: 'Mine',
  })
  await member('POST /navigation_views', { fragment: ' ', is_pinned: true })

  await member('POST /mobile_push/test_notification')
  await member('POST /users/me/apns_device_token', { token: 'c0ffee00c0ffee00c0ffee00c0ffee00', appid: 'app.example' })
  await member('POST /mobile_push/test_notification')
  for (const _ of [1, 2])
    await member('DELETE /users/me/apns_device_token', { token: 'c0ffee00c0ffee00c0ffee00c0ffee00' })
  await member('DELETE /users/me/apns_device_token', { token: '' })

  const queue = (await member('POST /register', { event_types: ['message'] }))?.queue_id
  for (const _ of [1, 2]) await member('DELETE /events', { queue_id: queue })
  await guest('DELETE /events', { queue_id: 'a-queue-that-never-was' })
  await member('OPTIONS /tus')
  if (featureLevel < 215) await member('POST /typing', { type: 'private', op: 'start', to: [actors.second.userId] })
}

async function uploading(baseUrl, actor, send) {
  const basic = Buffer.from(`${actor.email}:${actor.apiKey}`).toString('base64')
  const part = (name, file) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: text/plain\r\n\r\nhello\r\n`
  const post = body =>
    send({
      method: 'POST',
      url: `${baseUrl}/user_uploads`,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(`${body}--x--\r\n`),
    })
  await post(part('file', 'hello.txt'))
  await post(part('file', '[notes] 报告.txt'))
  await post('--x\r\ncontent-disposition: form-data; name="note"\r\n\r\nno file\r\n')
  await post(part('file', 'one.txt') + part('more', 'two.txt'))
  await post(part('file', 'one.txt') + part('more', 'two.txt') + part('most', 'three.txt'))
  await post(part('file', 'one.txt') + part('file', 'two.txt'))
}

/** Requests with an extra parameter that the contract does not have: the build number of the app. */
async function strayParameters(admin, member, { channel, me, name }) {
  const build = { app_build: '17' }
  for (const path of ['realm/linkifiers', 'realm/presence', 'realm/profile_fields', 'user_groups'])
    for (const _ of [1, 2]) await member(`GET /${path}`, build)
  await member('POST /typing', { type: 'stream', op: 'start', stream_id: channel, topic: 'lunch', ...build })
  await member('POST /drafts', { drafts: [{ type: '', to: [], topic: '', content: 'x' }], ...build })
  await member('POST /mark_all_as_read', build)
  await member('POST /navigation_views', {
    fragment: `narrow/${name('x').replace(' ', '-')}`,
    is_pinned: true,
    ...build,
  })
  await admin('POST /user_groups/create', { name: name('Team'), description: 'x', members: [me], ...build })
  await admin('POST /channels/create', { name: name('channel'), subscribers: [me], ...build })
}
