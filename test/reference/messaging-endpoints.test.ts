import { describe, expect, test } from 'vitest'
import { type Chat, chat } from './messaging-chat.ts'

const success = { result: 'success', msg: '' }
const refused = (code = 'BAD_REQUEST') => expect.objectContaining({ result: 'error', msg: expect.any(String), code })
const unknownId = 2 ** 31 - 7

async function channelId(one: Chat): Promise<number> {
  const subscribers = Object.values(one.actors).map(actor => actor.userId)
  return Number((await one.fixture('channel', { subscribers }))['id'])
}

const id = (one: Chat, actor: string) => one.actors[actor]?.userId ?? 0
const email = (one: Chat, actor: string) => one.actors[actor]?.email ?? ''

describe('conventions', () => {
  test('credentials are needed, known and right', async () => {
    const one = chat()
    const wrong = { ...(one.actors['admin'] ?? {}), apiKey: 'x'.repeat(32) } as never
    const stranger = { ...(one.actors['admin'] ?? {}), email: 'nobody@chat.example' } as never
    for (const who of [null, wrong, stranger]) {
      expect(await one.call(who, 'GET', '/realm/linkifiers')).toEqual(refused('UNAUTHORIZED'))
    }
    expect(await one.call('guest', 'GET', '/realm/linkifiers')).toMatchObject(success)
  })

  test('unsupported parameters are listed from level 167', async () => {
    const sent = { drafts: [], colour: 'red', size: 3 }
    expect(await chat({ level: 166 }).call('member', 'POST', '/drafts', sent)).toEqual({ ...success, ids: [] })
    expect(await chat({ level: 167 }).call('member', 'POST', '/drafts', sent)).toEqual({
      ...success,
      ids: [],
      ignored_parameters_unsupported: ['colour', 'size'],
    })
  })

  test('parameters may travel in the query, in a form or in a multipart body', async () => {
    const one = chat()
    const drafts = JSON.stringify([{ type: '', to: [], topic: '', content: 'x' }])
    const multipart = new FormData()
    multipart.set('drafts', drafts)
    const inQuery = await one.send('member', 'POST', `/drafts?${new URLSearchParams({ drafts })}`)
    const inParts = await one.send('member', 'POST', '/drafts', { body: multipart })
    for (const response of [inQuery, inParts])
      expect(await response.json()).toMatchObject({ ids: [expect.any(Number)] })
  })

  test('an unknown endpoint answers with an error envelope', async () => {
    expect(await chat().call('member', 'POST', '/nothing/here')).toEqual(refused('NOT_FOUND'))
  })
})

describe('typing', () => {
  test.each([
    [100, 'private', true],
    [214, 'private', true],
    [215, 'private', false],
    [247, 'channel', false],
    [248, 'channel', true],
    [500, 'stream', true],
    [500, 'direct', true],
    [500, 'shouted', false],
  ])('at level %i type %s accepted: %s', async (level, type, accepted) => {
    const one = chat({ level })
    const channel = await channelId(one)
    const sent = { type, op: 'start', to: [id(one, 'second')], stream_id: channel, topic: 'x' }
    expect((await one.call('member', 'POST', '/typing', sent))['result']).toBe(accepted ? 'success' : 'error')
  })

  test('events reach the other recipients', async () => {
    const one = chat()
    const channel = await channelId(one)
    const message = await one.fixture('message', { as: email(one, 'member'), channelId: channel, topic: 't' })
    const { queueId } = await one.fixture('event-queue', { as: email(one, 'second') })
    const direct = { op: 'start', to: [id(one, 'second')] }
    expect(await one.call('member', 'POST', '/typing', direct)).toEqual(success)
    const inChannel = { type: 'channel', op: 'stop', stream_id: channel, topic: '' }
    expect(await one.call('member', 'POST', '/typing', inChannel)).toEqual(success)
    expect(await one.call('member', 'POST', `/messages/${message['id']}/typing`, { op: 'start' })).toEqual(success)
    expect((await one.fixture('events', { queueId }))['events']).toMatchObject([
      { type: 'typing', op: 'start' },
      { type: 'typing', op: 'stop', topic: '' },
      { type: 'typing_edit_message', op: 'start' },
    ])
  })

  test('ignored parameters are neither refused nor listed', async () => {
    const one = chat()
    const sent = { op: 'start', to: [id(one, 'second')], stream_id: unknownId, topic: 'x' }
    expect(await one.call('member', 'POST', '/typing', sent)).toEqual(success)
  })

  test('a missing channel, a bare recipient and a wrong op are refused', async () => {
    const one = chat()
    for (const sent of [
      { type: 'stream', op: 'start', topic: 'x' },
      { op: 'start', to: 5 },
      { op: 'hop', to: [id(one, 'second')] },
      { to: [5] },
    ]) {
      expect(await one.call('member', 'POST', '/typing', sent)).toEqual(refused())
    }
  })
})

describe('scheduled messages', () => {
  const path = (made: Record<string, unknown>) => `/scheduled_messages/${made['id']}`

  test('edits, refusals and states', async () => {
    const one = chat()
    const channel = await channelId(one)
    const as = email(one, 'member')
    const made = await one.fixture('scheduled-message', { as, type: 'stream', to: channel, topic: 't', content: 'c' })
    expect(await one.call('member', 'PATCH', path(made))).toEqual(success)
    expect(await one.call('member', 'PATCH', path(made), { content: 'new' })).toEqual(success)
    expect(await one.fixture('scheduled-state', { as, ...made })).toMatchObject({ content: 'new', type: 'stream' })
    expect(await one.call('member', 'PATCH', path(made), { type: 'direct' })).toEqual(refused())
    expect(await one.call('member', 'PATCH', path(made), { to: unknownId })).toEqual({
      ...{ result: 'error', msg: expect.any(String) },
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: unknownId,
    })
    expect(await one.call('member', 'PATCH', path(made), { type: 'direct', to: [unknownId] })).toEqual(refused())
    expect(await one.call('member', 'PATCH', path(made), { type: 'private', to: [id(one, 'second')] })).toEqual(success)
    for (const topic of ['', '(no topic)', 'general chat']) {
      expect(await one.call('member', 'PATCH', path(made), { type: 'channel', to: channel, topic })).toEqual(refused())
    }
    expect(await one.call('member', 'PATCH', path(made), { type: 'channel', to: channel, topic: 'ok' })).toEqual(
      success,
    )
    expect(await one.call('member', 'PATCH', `/scheduled_messages/${unknownId}`, { content: 'x' })).toEqual(refused())
  })

  test('one that failed needs a new time', async () => {
    const one = chat({ level: 247 })
    const as = email(one, 'member')
    const made = await one.fixture('scheduled-message', { as, type: 'direct', to: [id(one, 'second')], failed: true })
    expect(await one.call('member', 'PATCH', path(made), { content: 'x' })).toEqual(refused())
    const scheduled_delivery_timestamp = one.clock / 1000 + 500
    expect(await one.call('member', 'PATCH', path(made), { scheduled_delivery_timestamp })).toEqual(success)
    expect(await one.fixture('scheduled-state', { as, ...made })).toMatchObject({ failed: false })
    expect(await one.call('member', 'PATCH', path(made), { type: 'channel', to: 1, topic: 'x' })).toEqual(refused())
  })
})

describe('channels', () => {
  test('both shapes of settings, retention and policies', async () => {
    const one = chat()
    const group = await one.call('admin', 'POST', '/user_groups/create', { name: 'g', description: '', members: [] })
    const folder = await one.call('admin', 'POST', '/channel_folders/create', { name: 'f', description: '' })
    const shapes = [group['group_id'], { direct_members: [id(one, 'member')], direct_subgroups: [group['group_id']] }]
    for (const [at, value] of shapes.entries()) {
      const sent = {
        ...{ name: `новый ${at}`, subscribers: [id(one, 'member')], folder_id: folder['channel_folder_id'] },
        ...{ message_retention_days: at ? 'unlimited' : 30, topics_policy: 'empty_topic_only', announce: true },
        can_administer_channel_group: value,
      }
      expect(await one.call('admin', 'POST', '/channels/create', sent)).toMatchObject(success)
      const seen = await one.fixture('channel-named', { name: sent.name })
      expect(seen).toMatchObject({ private: false, subscribers: [id(one, 'member')] })
    }
    expect(
      await one.call('admin', 'POST', '/channels/create', { name: 'x', subscribers: [], topics_policy: 'odd' }),
    ).toEqual(refused())
    expect(await one.call('admin', 'POST', '/channels/create', { name: 'x', subscribers: [unknownId] })).toEqual(
      refused(),
    )
    expect(await one.call('admin', 'POST', `/user_groups/${group['group_id']}/deactivate`)).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    })
  })

  test.each([
    [416, '/channels/create', { name: 'x', subscribers: [] }],
    [388, '/channel_folders/create', { name: 'x', description: '' }],
  ])('level %i has no %s', async (level, path, sent) => {
    expect(await chat({ level }).call('owner', 'POST', path, sent)).toEqual(refused('NOT_FOUND'))
    expect(await chat({ level: level + 1 }).call('owner', 'POST', path, sent)).toMatchObject(success)
  })

  test('administrators only', async () => {
    const one = chat()
    const channel = await channelId(one)
    const secret = await one.fixture('channel', { private: true, subscribers: [] })
    for (const actor of ['moderator', 'member', 'guest', 'bot']) {
      for (const [path, sent] of [
        ['/channel_folders/create', { name: 'x', description: '' }],
        ['/default_streams', { stream_id: channel }],
        ['/realm/profile_fields', { field_type: 1 }],
      ] as const) {
        expect(await one.call(actor, 'POST', path, sent)).toEqual(refused('UNAUTHORIZED_PRINCIPAL'))
      }
    }
    expect(await one.call('admin', 'POST', '/default_streams', { stream_id: channel })).toEqual(success)
    expect((await one.fixture('default-channels'))['ids']).toContain(channel)
    expect(await one.call('admin', 'POST', '/default_streams', { stream_id: secret['id'] })).toEqual(refused())
    expect(await one.call('admin', 'POST', '/default_streams', { stream_id: unknownId })).toEqual(refused())
    expect(await one.call('admin', 'POST', '/channel_folders/create', { name: ' ', description: '' })).toEqual(
      refused(),
    )
  })
})

describe('messages', () => {
  test('history shows each edit and only what was edited', async () => {
    const one = chat()
    const as = email(one, 'member')
    const [here, there] = [await channelId(one), await channelId(one)]
    const made = await one.fixture('message', { as, channelId: here, topic: '', content: 'one' })
    const path = `/messages/${made['id']}/history`
    const five = { topic: 'general chat', content: 'one', rendered_content: '<p>one</p>', user_id: id(one, 'member') }
    expect(await one.call('member', 'GET', path)).toEqual({
      ...success,
      message_history: [{ ...five, timestamp: one.clock / 1000 }],
    })
    await one.fixture('edit', { as, messageId: made['id'], content: 'two' })
    await one.fixture('edit', { as, messageId: made['id'], topic: 'next', channelId: there })
    const reply = await one.call('member', 'GET', path, { allow_empty_topic_name: true })
    expect(reply['message_history']).toEqual([
      expect.objectContaining({ topic: '', content: 'one' }),
      {
        ...five,
        topic: '',
        content: 'two',
        rendered_content: '<p>two</p>',
        timestamp: expect.any(Number),
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        content_html_diff: expect.any(String),
      },
      {
        ...five,
        topic: 'next',
        content: 'two',
        rendered_content: '<p>two</p>',
        timestamp: expect.any(Number),
        prev_topic: '',
        stream: there,
        prev_stream: here,
      },
    ])
    expect(await one.call('member', 'GET', `/messages/${unknownId}/history`)).toEqual(refused())
  })

  test('a narrow picks and highlights', async () => {
    const one = chat()
    const channelId_ = await channelId(one)
    const as = email(one, 'member')
    const [first, second] = [
      await one.fixture('message', { as, channelId: channelId_, topic: 'a <b> soup', content: 'hot soup & bread' }),
      await one.fixture('message', { as, channelId: channelId_, topic: 'other', content: 'cold' }),
    ]
    const narrow = [
      { operator: 'channel', operand: channelId_ },
      { operator: 'search', operand: 'soup' },
    ]
    const reply = await one.call('member', 'GET', '/messages/matches_narrow', {
      msg_ids: [first['id'], second['id']],
      narrow,
    })
    expect(reply['messages']).toEqual({
      [String(first['id'])]: {
        match_content: '<p>hot <span class="highlight">soup</span> &#38; bread</p>',
        match_subject: 'a &#60;b&#62; <span class="highlight">soup</span>',
      },
    })
  })

  test('a reaction goes once', async () => {
    const one = chat()
    const as = email(one, 'member')
    const message = await one.fixture('message', { as, to: [id(one, 'second')] })
    const path = `/messages/${message['id']}/reactions`
    for (const reactionType of ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']) {
      const emoji = await one.fixture('reaction', { as, messageId: message['id'], reactionType })
      expect(await one.call('second', 'DELETE', path, emoji)).toEqual(refused('REACTION_DOES_NOT_EXIST'))
      expect(await one.call('member', 'DELETE', path, emoji)).toEqual(success)
      expect(await one.call('member', 'DELETE', path, emoji)).toEqual(refused('REACTION_DOES_NOT_EXIST'))
    }
    expect(await one.call('member', 'DELETE', path, { emoji_code: 'zzz', reaction_type: 'unicode_emoji' })).toEqual(
      refused(),
    )
    expect(await one.call('member', 'DELETE', path, { emoji_name: 'smile', reaction_type: 'odd' })).toEqual(refused())
  })

  test('everything is marked as read, in batches on a slow server', async () => {
    for (const variants of [[], ['messaging.read-state.in-batches']]) {
      const one = chat({ variants })
      const as = email(one, 'second')
      await one.fixture('unread', { as, count: 7 })
      let reply = await one.call('second', 'POST', '/mark_all_as_read')
      while (reply['complete'] === false) reply = await one.call('second', 'POST', '/mark_all_as_read')
      expect(reply).toEqual({ ...success, complete: true })
      expect(await one.fixture('unread-of', { as })).toEqual({ count: 0 })
    }
  })
})

describe('drafts', () => {
  const draft = (more: object) => ({ type: '', to: [], topic: '', content: 'x', ...more })

  test('one id each, synchronized and stored', async () => {
    const one = chat()
    const channel = await channelId(one)
    const as = email(one, 'member')
    const { queueId } = await one.fixture('event-queue', { as, eventTypes: ['drafts'] })
    const drafts = [
      draft({}),
      draft({ type: 'stream', to: [channel], topic: '話題' }),
      draft({ type: 'private', to: [id(one, 'second')] }),
    ]
    const reply = await one.call('member', 'POST', '/drafts', { drafts: [...drafts, ...drafts] })
    expect(new Set(reply['ids'] as number[]).size).toBe(6)
    expect((await one.fixture('drafts-of', { as }))['drafts']).toHaveLength(6)
    expect((await one.fixture('events', { queueId }))['events']).toMatchObject([{ type: 'drafts', op: 'add' }])
    expect(await one.call('member', 'POST', '/drafts')).toEqual({ ...success, ids: [] })
  })

  test.each([
    { type: 'stream', to: [] },
    { type: 'stream', to: [1, 2] },
    { type: 'odd' },
    { content: 'a\0b' },
    { to: 5 },
    { topic: undefined },
    { content: undefined },
    { type: undefined },
    { to: undefined },
    { timestamp: 'yesterday' },
  ])('%j is refused and creates nothing', async change => {
    const one = chat()
    expect(await one.call('member', 'POST', '/drafts', { drafts: [draft({}), draft(change)] })).toEqual(refused())
    expect(await one.fixture('drafts-of', { as: email(one, 'member') })).toEqual({ drafts: [] })
    expect(one.log.at(-1)?.changed).toBe(false)
  })
})

describe('invitations', () => {
  const sent = (emails: string, more: object = {}) => ({ invitee_emails: emails, stream_ids: [], ...more })

  test('existing accounts fail and the others are invited', async () => {
    const one = chat()
    const emails = `new@assay.invalid\n${email(one, 'second')}, other@assay.invalid`
    expect(await one.call('admin', 'POST', '/invites', sent(emails))).toEqual({
      ...{ result: 'error', msg: expect.any(String), code: 'INVITATION_FAILED' },
      errors: [[email(one, 'second'), expect.any(String), false]],
      ...{ sent_invitations: true, daily_limit_reached: false, license_limit_reached: false },
    })
    expect(await one.fixture('invitations', { as: email(one, 'admin') })).toEqual({
      emails: ['new@assay.invalid', 'other@assay.invalid'],
    })
    const again = await one.call('admin', 'POST', '/invites', sent(email(one, 'second')))
    expect(again).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false })
  })

  test.each([
    ['admin', { invitee_emails: '' }],
    ['admin', { stream_ids: [unknownId] }],
    ['admin', { invite_as: 500 }],
    ['admin', { invite_as: 100 }],
    ['moderator', { invite_as: 200 }],
    ['guest', {}],
    ['admin', { group_ids: [unknownId] }],
    ['admin', { welcome_message_custom_text: 'ж'.repeat(8001) }],
    ['admin', { invite_expires_in_minutes: 'soon' }],
  ])('%s with %j is refused and sends nothing', async (actor, change) => {
    for (const path of ['/invites', '/invites/multiuse']) {
      if (path === '/invites/multiuse' && 'invitee_emails' in change) continue
      const one = chat()
      expect(await one.call(actor, 'POST', path, { ...sent('new@assay.invalid'), ...change })).toEqual(refused())
      expect(await one.fixture('invitations')).toEqual({ emails: [] })
    }
  })

  test('all parameters', async () => {
    const one = chat()
    const group = await one.call('admin', 'POST', '/user_groups/create', { name: 'g', description: '', members: [] })
    const all = {
      ...{
        invite_expires_in_minutes: null,
        invite_as: 600,
        stream_ids: [await channelId(one)],
        group_ids: [group['group_id']],
      },
      ...{ include_realm_default_subscriptions: true, welcome_message_custom_text: 'ж'.repeat(8000) },
    }
    expect(
      await one.call('admin', 'POST', '/invites', {
        ...sent('a@assay.invalid'),
        ...all,
        notify_referrer_on_join: false,
      }),
    ).toEqual(success)
    expect(await one.call('admin', 'POST', '/invites/multiuse', all)).toEqual({
      ...success,
      invite_link: expect.stringMatching(/^http/),
    })
    expect(await one.call('member', 'POST', '/invites/multiuse')).toMatchObject(success)
  })

  test('a link is revoked once, by who may', async () => {
    const one = chat()
    const link = await one.fixture('multiuse-invite', { as: email(one, 'member') })
    const path = `/invites/multiuse/${link['id']}`
    expect(await one.call('second', 'DELETE', path)).toEqual(refused())
    expect(await one.call('member', 'DELETE', path)).toEqual(success)
    expect(await one.call('member', 'DELETE', path)).toEqual(refused())
    expect(await one.call('admin', 'DELETE', `/invites/multiuse/${unknownId}`)).toEqual(refused())
  })
})
