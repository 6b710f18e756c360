/** Credentials, parameters, scheduled messages, channels and invitations in the reference's messaging API. */
import { describe, expect, test } from 'vitest'
import { chat } from './messaging-chat.ts'
import { channelId, email, id, refused, success, unknownId } from './messaging-replies.ts'

describe('conventions', () => {
  test('missing, unknown and wrong credentials are refused', async () => {
    const one = chat()
    const wrong = { ...(one.actors['admin'] ?? {}), apiKey: 'x'.repeat(32) } as never
    const stranger = { ...(one.actors['admin'] ?? {}), email: 'nobody@chat.example' } as never
    for (const who of [null, wrong, stranger]) {
      expect(await one.call(who, 'GET', '/realm/linkifiers')).toEqual(refused('UNAUTHORIZED'))
    }
    expect(await one.call('guest', 'GET', '/realm/linkifiers')).toMatchObject(success)
  })

  test('unsupported parameters are listed from level 167 on', async () => {
    const sent = { drafts: [], colour: 'red', size: 3 }
    expect(await chat({ level: 166 }).call('member', 'POST', '/drafts', sent)).toEqual({ ...success, ids: [] })
    expect(await chat({ level: 167 }).call('member', 'POST', '/drafts', sent)).toEqual({
      ...success,
      ids: [],
      ignored_parameters_unsupported: ['colour', 'size'],
    })
  })

  test('parameters may be in the query, in a form or in a multipart body', async () => {
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

  test('a message that failed needs a new time', async () => {
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

describe('invitations', () => {
  const sent = (emails: string, more: object = {}) => ({ invitee_emails: emails, stream_ids: [], ...more })

  test('existing accounts are refused and the others are invited', async () => {
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
  ])('%s with %j is refused, and nothing is sent', async (actor, change) => {
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

  test('a link can be revoked once, by permitted users', async () => {
    const one = chat()
    const link = await one.fixture('multiuse-invite', { as: email(one, 'member') })
    const path = `/invites/multiuse/${link['id']}`
    expect(await one.call('second', 'DELETE', path)).toEqual(refused())
    expect(await one.call('member', 'DELETE', path)).toEqual(success)
    expect(await one.call('member', 'DELETE', path)).toEqual(refused())
    expect(await one.call('admin', 'DELETE', `/invites/multiuse/${unknownId}`)).toEqual(refused())
  })
})
