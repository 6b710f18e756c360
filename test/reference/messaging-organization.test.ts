/** Profile fields, groups, accounts, uploads and settings in the reference's messaging API. */
import { describe, expect, test } from 'vitest'
import { type Actor, type Chat, chat } from './messaging-chat.ts'
import { email, id, refused, success, unknownId } from './messaging-replies.ts'

describe('profile fields', () => {
  test('created fields are listed with the values that were sent', async () => {
    const one = chat()
    const field_data = { a: { text: 'Ä', order: '1' } }
    const sent = { name: 'Поле', hint: 'h', required: true, editable_by_user: false, display_in_profile_summary: true }
    const made = await one.call('admin', 'POST', '/realm/profile_fields', { ...sent, field_type: 3, field_data })
    const { custom_fields } = await one.call('guest', 'GET', '/realm/profile_fields')
    expect(custom_fields).toContainEqual({
      ...sent,
      id: made['id'],
      type: 3,
      order: 4,
      field_data: JSON.stringify(field_data),
    })
    for (const field_type of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(await one.call('owner', 'POST', '/realm/profile_fields', { field_type })).toMatchObject(success)
    }
    for (const field_type of [0, 9, 'one']) {
      expect(await one.call('owner', 'POST', '/realm/profile_fields', { field_type })).toEqual(refused())
    }
  })

  test('only two fields are in the summary, none with long text or users', async () => {
    const one = chat()
    const summary = (field_type: number) =>
      one.call('admin', 'POST', '/realm/profile_fields', { field_type, display_in_profile_summary: true })
    expect(await summary(2)).toEqual(refused())
    expect(await summary(6)).toEqual(refused())
    expect(await summary(1)).toMatchObject(success)
    expect(await summary(8)).toMatchObject(success)
    expect(await summary(1)).toEqual(refused())
  })
})

test.each([
  ['https://play.example/{code}', true],
  ['https://play.example/?{code}', true],
  ['https://play.example/{?code}', true],
  ['https://play.example/{+code:3}', true],
  ['https://play.example/{code*}', true],
  ['https://play.example/', false],
  ['https://play.example/{code}{lang}', false],
  ['https://play.example/{code,lang}', false],
  ['https://play.example/{text}', false],
  ['https://play.example/{code', false],
  ['https://play.example/code}', false],
  ['https://play.example/{}', false],
  ['https://play.example/{!code}', false],
  ['https://play.example/{code:0}', false],
  ['https://play.example/{co de}', false],
])('playground template %s accepted: %s', async (url_template, accepted) => {
  const reply = await chat().call('admin', 'POST', '/realm/playgrounds', {
    name: 'p',
    pygments_language: 'Python',
    url_template,
  })
  expect(reply['result']).toBe(accepted ? 'success' : 'error')
})

test('linkifiers and presence', async () => {
  const one = chat()
  const made = await one.fixture('linkifier', { pattern: 'x', urlTemplate: 'https://x.example' })
  const { linkifiers } = await one.call('member', 'GET', '/realm/linkifiers')
  expect(linkifiers).toContainEqual({ id: made['id'], pattern: 'x', url_template: 'https://x.example' })
  await one.fixture('presence', { as: email(one, 'member') })
  const timestamp = one.clock / 1000
  const entry = { client: 'website', status: 'active', timestamp }
  expect(await one.call('member', 'GET', '/realm/presence')).toMatchObject({
    server_timestamp: timestamp,
    presences: { [email(one, 'member')]: { website: { ...entry, pushable: false }, aggregated: entry } },
  })
})

describe('user groups', () => {
  const create = (one: Chat, more: object = {}) =>
    one.call('admin', 'POST', '/user_groups/create', {
      name: `Gruppe 組 ${Math.random()}`,
      description: 'd',
      members: [],
      ...more,
    })
  const deactivate = (one: Chat, group: unknown) => one.call('admin', 'POST', `/user_groups/${group}/deactivate`)

  async function find(one: Chat, group: unknown, more: object = {}) {
    const { user_groups } = await one.call('member', 'GET', '/user_groups', { ...more })
    return (user_groups as Record<string, unknown>[]).find(other => other['id'] === group || other['name'] === group)
  }

  test('a new group is listed with all its fields', async () => {
    const one = chat()
    const sub = (await create(one))['group_id']
    const value = { direct_members: [id(one, 'member')], direct_subgroups: [sub] }
    const made = await create(one, {
      members: [id(one, 'member')],
      subgroups: [sub],
      can_join_group: value,
      can_mention_group: sub,
    })
    expect(await find(one, made['group_id'])).toEqual({
      ...{ id: made['group_id'], name: expect.stringContaining('組'), description: 'd', creator_id: id(one, 'admin') },
      ...{ date_created: one.clock / 1000, members: [id(one, 'member')], direct_subgroup_ids: [sub] },
      ...{ is_system_group: false, deactivated: false, can_join_group: value, can_mention_group: sub },
      can_add_members_group: { direct_members: [id(one, 'admin')], direct_subgroups: [] },
      can_leave_group: expect.any(Number),
      can_manage_group: expect.anything(),
      can_remove_members_group: expect.any(Number),
    })
  })

  test('a group in use cannot be deactivated, and the reply names its uses', async () => {
    const one = chat()
    const group = (await create(one))['group_id']
    const other = (await create(one, { subgroups: [group] }))['group_id']
    await one.fixture('channel', {
      settings: { can_administer_channel_group: { direct_members: [], direct_subgroups: [group] } },
    })
    expect(await deactivate(one, group)).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [
        { type: 'subgroup', settings: [] },
        { type: 'channel', settings: ['can_administer_channel_group'] },
      ],
    })
    expect(await find(one, group)).toMatchObject({ deactivated: false })
    expect(await deactivate(one, other)).toEqual(success)
    expect(await find(one, other)).toBeUndefined()
    expect(await find(one, other, { include_deactivated_groups: true })).toMatchObject({ deactivated: true })
    expect(await create(one, { subgroups: [other] })).toEqual(refused())
    expect(await create(one, { can_join_group: other })).toEqual(refused())
  })

  test('invalid changes are refused', async () => {
    const one = chat()
    const system = async (name: string) => (await find(one, name))?.['id']
    const [internet, everyone, owners] = [
      await system('role:internet'),
      await system('role:everyone'),
      await system('role:owners'),
    ]
    for (const more of [
      { members: [unknownId] },
      { members: 5 },
      { members: ['x'] },
      { subgroups: [unknownId] },
      { can_manage_group: internet },
      { can_manage_group: everyone },
      { can_mention_group: internet },
      { can_mention_group: owners },
      { can_join_group: 'all' },
      { can_join_group: { direct_members: 'x', direct_subgroups: [] } },
    ]) {
      expect(await create(one, more)).toEqual(refused())
    }
    expect(await create(one, { can_manage_group: owners, can_mention_group: everyone })).toMatchObject(success)
    expect(await deactivate(one, owners)).toEqual(refused())
    expect(await deactivate(one, unknownId)).toEqual(refused())
    for (const actor of ['guest', 'bot']) expect(await one.call(actor, 'GET', '/user_groups')).toEqual(refused())
  })

  test.each([
    [100, 'allow_deactivated', true],
    [293, 'allow_deactivated', true],
    [293, 'include_deactivated_groups', false],
    [294, 'allow_deactivated', false],
    [294, 'include_deactivated_groups', true],
  ])('at level %i %s works: %s', async (level, name, works) => {
    const one = chat({ level })
    const group = (await create(one))['group_id']
    await deactivate(one, group)
    const reply = await one.call('member', 'GET', '/user_groups', { [name]: true })
    const listed = (reply['user_groups'] as { id: unknown }[]).some(other => other.id === group)
    expect(listed).toBe(works)
    expect(reply['ignored_parameters_unsupported']).toEqual(works ? undefined : [name])
  })
})

test('navigation views', async () => {
  const one = chat()
  expect(await one.call('member', 'POST', '/navigation_views', { fragment: 'inbox', is_pinned: true })).toEqual(success)
  for (const sent of [{ fragment: ' ', is_pinned: true }, { fragment: 'x' }, { fragment: 'x', is_pinned: 'yes' }]) {
    expect(await one.call('member', 'POST', '/navigation_views', sent)).toEqual(refused())
  }
})

describe('accounts', () => {
  test('a password gives the key', async () => {
    const one = chat()
    const { password, apiKey, userId } = one.actors['member'] as Actor
    const username = email(one, 'member')
    const key = { ...success, api_key: apiKey, email: username, user_id: userId }
    expect(await one.call(null, 'POST', '/fetch_api_key', { username, password })).toEqual(key)
    expect(await one.call(null, 'POST', '/fetch_api_key', { username, password: 'no' })).toMatchObject({
      result: 'error',
    })
  })

  test('deactivation, and refusals of it', async () => {
    const one = chat()
    const fresh = (await one.fixture('actor', { role: 'member', fresh: true })) as unknown as Actor
    expect(await one.call(fresh, 'DELETE', '/users/me')).toEqual(success)
    expect(await one.call(fresh, 'GET', '/realm/linkifiers')).toMatchObject({ result: 'error' })
    for (const [kind, is_last_owner] of [
      ['last-owner', true],
      ['last-user', false],
    ] as const) {
      const last = (await one.fixture(kind)) as unknown as Actor
      const reply = await one.call(last, 'DELETE', '/users/me')
      expect(reply).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER', entity: expect.any(String), is_last_owner })
      expect(await one.call(last, 'GET', '/realm/linkifiers')).toMatchObject(success)
    }
  })

  test('tokens and the push test', async () => {
    const one = chat()
    const as = email(one, 'member')
    const token = await one.fixture('apns-token', { as })
    const remove = (sent: object) => one.call('member', 'DELETE', '/users/me/apns_device_token', { ...sent })
    expect(await remove({ token: '' })).toEqual(refused())
    expect(await remove(token)).toEqual(success)
    expect(await remove(token)).toEqual(refused())
    const push = (sent: object = {}) => one.call('member', 'POST', '/mobile_push/e2ee/test_notification', { ...sent })
    expect(await push()).toEqual(refused('NO_ACTIVE_PUSH_DEVICE'))
    const { pushAccountId } = await one.fixture('push-device', { as })
    expect(await push({ push_account_id: pushAccountId })).toEqual(success)
    expect(await push({ push_account_id: unknownId })).toEqual(refused('NO_ACTIVE_PUSH_DEVICE'))
    for (const [state, code] of [
      ['admin-action-required', 'ADMIN_ACTION_REQUIRED'],
      ['relay-unreachable', 'FAILED_TO_CONNECT_BOUNCER'],
      ['relay-5xx', 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    ]) {
      await one.fixture('push-fault', { state, forSeconds: 5 })
      expect(await push()).toEqual(refused(code))
    }
    one.clock += 6000
    expect(await push()).toEqual(success)
  })
})

describe('uploads', () => {
  const upload = async (one: Chat, ...names: string[]) => {
    const body = new FormData()
    for (const name of names) body.append('file', new File(['x'], name))
    return (await one.send('member', 'POST', '/user_uploads', { body })).json()
  }

  test('an upload has exactly one file', async () => {
    const name = 'Bericht [1] 報告.txt'
    const newer = (await upload(chat({ level: 272 }), name)) as Record<string, unknown>
    expect(newer).toEqual({ ...success, url: newer['uri'], uri: expect.any(String), filename: name })
    expect(await upload(chat({ level: 271 }), name)).toEqual({ ...success, uri: expect.any(String), filename: name })
    expect(await upload(chat(), 'a', 'b')).toEqual(refused())
    expect(await upload(chat())).toEqual(refused())
  })

  test('the tus server answers', async () => {
    const one = chat()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '3' }
    const made = await one.send('member', 'POST', '/tus', { headers })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toMatch(/^\/chat\/api\/v1\/tus\//)
  })
})

test('event queues are deleted once', async () => {
  const one = chat()
  const { queueId } = await one.fixture('event-queue', { as: email(one, 'member') })
  const remove = (queue_id: unknown) => one.call('member', 'DELETE', '/events', { queue_id })
  expect(await remove(queueId)).toEqual(success)
  for (const queue_id of [queueId, 'ünknown']) {
    expect(await remove(queue_id)).toEqual({
      result: 'error',
      msg: expect.any(String),
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id,
    })
  }
})

test('the register settings and the discarding of leftovers', async () => {
  const one = chat()
  expect(await one.fixture('register', { as: email(one, 'member') })).toMatchObject({ max_message_length: 10_000 })
  const channel = await one.fixture('channel')
  await one.fixture('discard', { kind: 'channel', id: channel['id'] })
  await expect(one.fixture('channel-named', { name: channel['name'] })).rejects.toThrow('no channel named')
})
