/** The provisioner for Zulip servers, against the reference, which serves the same calls. */
import { describe, expect, test } from 'vitest'
import { inProcessTransport, memorySink, openSession, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

function subject() {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock })
  const { messaging, ...rest } = validTarget(reference.targetFile('http://reference.invalid'))
  if (!messaging?.actors) throw new Error('the reference has no chat')
  const target = { ...rest, messaging: { ...messaging, provisioner: 'zulip' }, folder: '.', file: null }
  return {
    reference,
    how: { target, clock, transport: inProcessTransport(reference.answer) },
    actors: messaging.actors,
  }
}

function stay() {
  const { reference, how, actors } = subject()
  const sink = memorySink()
  const session = openSession({
    ...how,
    runId: 'k3v9z',
    allow: ['write'],
    onExchange: (_seen, record) => sink.exchange(record),
  })
  const { email: as = '', userId = 0 } = actors['member'] ?? {}
  return { reference, sink, session, provide: session.provisioner.provide, as, userId }
}

describe('the provisioner for Zulip', () => {
  test('makes a member who can log in, and tells no secret', async () => {
    const { provide, sink } = stay()
    const made = await provide('actor', { role: 'member', fresh: true })
    expect(made).toMatchObject({ email: expect.stringContaining('k3v9z'), userId: expect.any(Number) })
    const evidence = JSON.stringify(sink.exchanges)
    expect(evidence).not.toContain(made['password'])
    expect(evidence).not.toContain(made['apiKey'])
    expect(await provide('message', { as: made['email'], to: [made['userId']] })).toEqual({ id: expect.any(Number) })
  })

  test('makes channels, messages, edits, reactions and scheduled messages', async () => {
    const { provide, as, userId, reference } = stay()
    const { id, name } = await provide('channel', { private: true, subscribers: [userId] })
    expect(name).toContain('k3v9z')
    expect(reference.holdings()).toContainEqual(expect.objectContaining({ kind: 'channel', id }))
    const message = await provide('message', { as, channelId: id, topic: 'plans', content: 'one' })
    expect(await provide('edit', { as, messageId: message['id'], content: 'two', topic: 'dates' })).toEqual({})
    const held = reference.holdings().find(one => one.kind === 'message' && one.id === message['id'])
    expect(held?.text).toContain('"content":"two"')
    const reaction = { as, messageId: message['id'], reactionType: 'unicode_emoji', emojiName: 'tada' }
    expect(await provide('reaction', reaction)).toMatchObject({ emoji_code: '1f389' })
    const scheduled = { as, type: 'direct', to: [userId], content: 'later' }
    expect(await provide('scheduled-message', scheduled)).toEqual({ id: expect.any(Number) })
  })

  test('hands out events once each', async () => {
    const { provide, as, userId } = stay()
    const { queueId } = await provide('event-queue', { as, eventTypes: ['message'] })
    await provide('message', { as, to: [userId], content: 'hello' })
    expect((await provide('events', { queueId }))['events']).toMatchObject([{ type: 'message' }])
    expect((await provide('events', { queueId }))['events']).toEqual([])
  })

  test('tells limits, pending invitations, a new link, a token and unread messages', async () => {
    const { provide, session, as } = stay()
    const { email: admin } = await session.cast.person('admin')
    expect(await provide('register', { as })).toMatchObject({ max_message_length: expect.any(Number) })
    expect(await provide('invitations', { as: admin })).toEqual({ emails: expect.any(Array) })
    const links = [await provide('multiuse-invite', { as: admin }), await provide('multiuse-invite', { as: admin })]
    expect(new Set(links.map(({ id }) => id)).size).toBe(2)
    expect(await provide('apns-token', { as })).toEqual({ token: expect.any(String) })
    expect(await provide('unread', { as, count: 2 })).toEqual({})
  })

  test.each([
    'last-owner',
    'push-device',
    'push-fault',
    'presence',
    'linkifier',
    'drafts-of',
    'discard',
    'scheduled-state',
  ])('says why it has no %s', async kind => {
    const { provide, as } = stay()
    await expect(provide(kind, { as, kind: 'draft' })).rejects.toMatchObject({
      reason: 'fixture-missing',
      planned: false,
    })
  })

  test('calls are evidence, and no sentence is judged on them', async () => {
    const { provide, as, userId, sink } = stay()
    await provide('message', { as, to: [userId] })
    expect(sink.exchanges).toMatchObject([{ via: 'provisioner', purpose: 'observed', request: { method: 'POST' } }])
  })

  test('a run by it fails nothing, and lists what stays', async () => {
    const { how } = subject()
    const only = [
      'history',
      'reactions',
      'scheduled-messages',
      'typing',
      'event-queues',
      'invite-links',
      'apns',
      'drafts',
    ]
    const globs = only.map(area => `messaging.${area}.*`)
    const options = { ...how, sink: memorySink(), allow: ['write'] as const, areas: suites, only: globs }
    const { report, mistakes } = await run(options)
    expect(mistakes).toEqual([])
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(100)
    expect(report.requirements.filter(({ verdict, planned }) => verdict === 'unverified' && planned)).toEqual([])
    expect(report.leftovers).toContainEqual(expect.objectContaining({ kind: 'draft' }))
  })
})
