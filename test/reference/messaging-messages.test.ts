/** Typing, messages and drafts in the reference's messaging API. */
import { describe, expect, test } from 'vitest'
import { chat } from './messaging-chat.ts'
import { channelId, email, id, refused, success, unknownId } from './messaging-replies.ts'

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
    const { queueId } = await one.fixture('event-queue', {
      as: email(one, 'second'),
      capabilities: ['stream_typing_notifications'],
    })
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

  test('a narrow selects messages and highlights words', async () => {
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

  test('a reaction can be removed once', async () => {
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

  test('drafts get one id each, are synchronized and stored', async () => {
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
  ])('%j is refused, and nothing is created', async change => {
    const one = chat()
    expect(await one.call('member', 'POST', '/drafts', { drafts: [draft({}), draft(change)] })).toEqual(refused())
    expect(await one.fixture('drafts-of', { as: email(one, 'member') })).toEqual({ drafts: [] })
    expect(one.log.at(-1)?.changed).toBe(false)
  })
})
