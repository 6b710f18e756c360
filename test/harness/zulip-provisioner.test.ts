/** The provisioner for Zulip servers, against a fake one. */

import { afterEach, describe, expect, test } from 'vitest'
import {
  type FixtureValue,
  inProcessTransport,
  memorySink,
  openSession,
  run,
  validTarget,
  virtualClock,
} from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { asActor } from '../../suites/messaging/actor.ts'
import { fakeZulip, serveFakeZulip } from '../zulip/fake-zulip.ts'

const LEVELS = [372, 421, 500]
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})

type Fixtures = Record<string, Record<string, unknown>>

function targetAt(file: Record<string, unknown>, fixtures: Fixtures = {}) {
  const { messaging, ...rest } = validTarget(file)
  if (!messaging?.actors) throw new Error('the reference has no chat')
  const target = { ...rest, messaging: { ...messaging, provisioner: 'zulip', fixtures }, folder: '.', file: null }
  return { target, actors: messaging.actors }
}

/** A session with a fake Zulip server that is served over a socket. */
async function sessionWithFake(featureLevel = 421, fixtures: Fixtures = {}) {
  const reference = createReference({ featureLevel })
  const served = await serveFakeZulip(reference)
  open.push(served)
  const { target, actors } = targetAt(reference.targetFile(served.origin), fixtures)
  const sink = memorySink()
  const session = openSession({
    apis,
    target,
    runId: 'k3v9z',
    allow: ['write'],
    onExchange: (_seen, record) => sink.exchange(record),
  })
  open.push(session)
  const email = (name: string): string => actors[name]?.email ?? ''
  const userId = actors['member']?.userId ?? 0
  const { provide } = session.provisioner
  return { reference, fake: served.fake, sink, session, provide, as: email('member'), admin: email('admin'), userId }
}

const held = ({ reference }: Awaited<ReturnType<typeof sessionWithFake>>, kind: string): readonly (number | string)[] =>
  reference
    .holdings()
    .filter(one => one.kind === kind)
    .map(({ id }) => id)

describe.each(LEVELS)('the provisioner for Zulip, at level %i', level => {
  test.each(['owner', 'admin', 'moderator', 'member', 'guest', 'bot'])(
    'makes a %s who can send requests',
    async role => {
      const { provide, sink, session } = await sessionWithFake(level)
      const made = await provide('actor', { role })
      expect(made).toMatchObject({ email: expect.any(String), apiKey: expect.any(String), userId: expect.any(Number) })
      expect(made['password'] === undefined).toBe(role === 'bot')
      expect(await provide('message', { as: made['email'], to: [made['userId']] })).toEqual({ id: expect.any(Number) })
      const evidence = JSON.stringify(sink.exchanges)
      for (const secret of [made['apiKey'], made['password']]) if (secret) expect(evidence).not.toContain(secret)
      await session.cleanUp()
      expect(session.leftovers).toEqual([])
    },
  )

  test('makes channels with the run id in their names, and reads them back', async () => {
    const { provide, userId } = await sessionWithFake(level)
    const { id, name } = await provide('channel', { private: true, subscribers: [userId] })
    expect(name).toContain('k3v9z')
    expect(await provide('channel-named', { name })).toEqual({ id, private: true, subscribers: [userId] })
    await expect(provide('channel-named', { name: 'no such' })).rejects.toMatchObject({ planned: false })
    expect((await provide('default-channels', {}))['ids']).toEqual(expect.arrayContaining([expect.any(Number)]))
  })

  test('makes messages, edits and reactions of every type', async () => {
    const here = await sessionWithFake(level)
    const { provide, as, userId, reference } = here
    const { id: channelId } = await provide('channel', { subscribers: [userId] })
    const { id: messageId } = await provide('message', { as, channelId, topic: 'plans', content: 'one' })
    expect(await provide('edit', { as, messageId, content: 'two', topic: 'dates' })).toEqual({})
    const message = reference.holdings().find(one => one.kind === 'message' && one.id === messageId)
    expect(message?.text).toContain('"content":"two"')
    for (const [reactionType, emojiName, emoji_code] of [
      ['unicode_emoji', 'tada', '1f389'],
      ['zulip_extra_emoji', undefined, 'zulip'],
      ['realm_emoji', undefined, expect.any(String)],
    ])
      expect(await provide('reaction', { as, messageId, reactionType, ...(emojiName && { emojiName }) })).toMatchObject(
        {
          emoji_code,
          reaction_type: reactionType,
        },
      )
    await expect(provide('reaction', { as, messageId, emojiName: 'no_such' })).rejects.toMatchObject({ planned: false })
  })

  test('makes scheduled messages, and reads them and drafts back', async () => {
    const { provide, as, userId, session } = await sessionWithFake(level)
    const { id } = await provide('scheduled-message', { as, type: 'direct', to: [userId], content: 'later' })
    const state = { type: 'direct', to: [userId], content: 'later', failed: false, deliverAt: expect.any(Number) }
    expect(await provide('scheduled-state', { as, id })).toMatchObject(state)
    await expect(provide('scheduled-message', { as, failed: true })).rejects.toMatchObject({ planned: false })
    const member = asActor(session.cast.act(await session.cast.person('member'), session.clientOf('messaging'), 'test'))
    await member.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'kept' }] })
    expect((await provide('drafts-of', { as }))['drafts']).toContainEqual(expect.objectContaining({ content: 'kept' }))
  })

  test('returns each event once, and the declared capabilities', async () => {
    const { provide, as, userId } = await sessionWithFake(level)
    const capabilities = ['stream_typing_notifications']
    const { queueId, declared } = await provide('event-queue', { as, eventTypes: ['message'], capabilities })
    expect(declared).toEqual(capabilities)
    await provide('message', { as, to: [userId], content: 'hello' })
    expect((await provide('events', { queueId }))['events']).toMatchObject([{ type: 'message' }])
    expect((await provide('events', { queueId }))['events']).toEqual([])
  })

  test('reads settings and unread messages, and leaves no queue behind', async () => {
    const here = await sessionWithFake(level)
    const { provide, as } = here
    const before = held(here, 'event queue')
    expect(await provide('register', { as })).toMatchObject({ max_message_length: expect.any(Number) })
    const { count } = await provide('unread-of', { as })
    await provide('unread', { as, count: 2 })
    expect(await provide('unread-of', { as })).toEqual({ count: Number(count) + 2 })
    expect(held(here, 'event queue')).toEqual(before)
  })

  test('makes links, tokens, presence and linkifiers, and lists invitations', async () => {
    const { provide, as, admin } = await sessionWithFake(level)
    const links = [await provide('multiuse-invite', { as: admin }), await provide('multiuse-invite', { as: admin })]
    expect(new Set(links.map(({ id }) => id)).size).toBe(2)
    expect(await provide('apns-token', { as })).toEqual({ token: expect.any(String) })
    expect(await provide('presence', { as })).toEqual({})
    const linkifier = { pattern: 'A-(?P<id>\\d+)', urlTemplate: 'https://a.example/{id}' }
    expect(await provide('linkifier', linkifier)).toEqual({ id: expect.any(Number) })
    expect(await provide('invitations', { as: admin })).toEqual({ emails: expect.any(Array) })
  })
})

describe('the provisioner for Zulip', () => {
  test.each(['last-owner', 'last-user', 'push-device', 'push-fault'])(
    'gives the reason why it has no %s',
    async kind => {
      const { provide, as } = await sessionWithFake()
      const why = { reason: 'fixture-missing', planned: false, message: expect.stringMatching(/no call|push service/) }
      await expect(provide(kind, { as })).rejects.toMatchObject(why)
    },
  )

  test('a kind that it lacks comes from the target file, and is not a leftover', async () => {
    const device = { pushAccountId: 77 }
    const { provide, session, as } = await sessionWithFake(421, { 'push-device': device })
    expect(await provide('push-device', { as })).toEqual(device)
    await session.cleanUp()
    expect(session.leftovers).toEqual([])
  })

  test('a request that writes is repeated once after a 5xx of the server', async () => {
    const here = await sessionWithFake()
    here.fake.stumbles = 1
    expect(await here.provide('presence', { as: here.as })).toEqual({})
    here.fake.stumbles = 2
    await expect(here.provide('presence', { as: here.as })).rejects.toMatchObject({ planned: true })
  })

  test('a read is repeated up to three times after a 5xx', async () => {
    const here = await sessionWithFake()
    here.fake.stumbles = 3
    expect(await here.provide('invitations', { as: here.admin })).toEqual({ emails: [] })
    here.fake.stumbles = 4
    await expect(here.provide('invitations', { as: here.admin })).rejects.toMatchObject({ planned: true })
    expect(here.fake.stumbles).toBe(0)
  })

  test('a request that writes is not repeated behind a gateway: it may have succeeded', async () => {
    const here = await sessionWithFake()
    here.fake.gateway = true
    here.fake.stumbles = 1
    await expect(here.provide('presence', { as: here.as })).rejects.toMatchObject({ planned: true })
    expect(here.fake.stumbles).toBe(0)
  })

  test('its requests are recorded, and no requirement is judged on them', async () => {
    const { provide, as, userId, sink } = await sessionWithFake()
    await provide('message', { as, to: [userId] })
    expect(sink.exchanges).toMatchObject([{ via: 'provisioner', purpose: 'observed', request: { method: 'POST' } }])
  })

  test('removes each kind that it or the contract creates; things that are already gone count as removed', async () => {
    const here = await sessionWithFake()
    const { provide, as, admin, userId, session } = here
    const actorNamed = async (who: 'member' | 'admin') =>
      asActor(session.cast.act(await session.cast.person(who), session.clientOf('messaging'), 'test'))
    const [member, administrator] = [await actorNamed('member'), await actorNamed('admin')]
    const before = here.reference.holdings().map(({ kind, id }) => `${kind} ${id}`)
    const { id: channelId } = await provide('channel', {})
    await administrator.addDefaultChannel({ stream_id: Number(channelId) })
    await member.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'x' }] })
    await administrator.createChannelFolder({ name: 'assay k3v9z folder', description: '' })
    await administrator.createUserGroup({ name: 'assay k3v9z group', description: '', members: [userId] })
    await administrator.createProfileField({ name: 'assay k3v9z field', field_type: 1 })
    await administrator.addPlayground({
      name: 'p',
      pygments_language: 'Python',
      url_template: 'https://p.example/{code}',
    })
    await member.addNavigationView({ fragment: 'assay/k3v9z view', is_pinned: true, name: 'assay k3v9z' })
    await administrator.sendInvites({ invitee_emails: 'assay-k3v9z@assay.invalid', stream_ids: [] })
    await administrator.createReusableInviteLink({})
    await member.sends('uploadFile', {}, { files: [{ filename: 'a.txt', content: 'a' }] })
    for (const [kind, withWhat] of [
      ['message', { as, to: [userId] }],
      ['message', { as, channelId }],
      ['scheduled-message', { as, type: 'direct', to: [userId], content: 'x' }],
      ['linkifier', { pattern: 'B', urlTemplate: 'https://b.example' }],
      ['multiuse-invite', { as: admin }],
      ['unread', { as, count: 2 }],
      ['event-queue', { as }],
      ['apns-token', { as }],
      ['actor', { role: 'bot' }],
      ['actor', { role: 'guest', fresh: true }],
    ] as const)
      await provide(kind, withWhat as FixtureValue)
    await session.cleanUp()
    expect(session.leftovers).toEqual([])
    const stays = here.reference.holdings().filter(({ kind, id }) => !before.includes(`${kind} ${id}`))
    expect(stays.map(({ kind, text }) => `${kind} ${text.includes('"deactivated":true')}`)).toEqual(['user group true'])
    for (const kind of ['draft', 'channel', 'linkifier', 'profile field', 'invitation', 'user group', 'message'])
      expect(await provide('discard', { kind, id: kind === 'invitation' ? 'gone@x.example' : 2 ** 31 - 7 })).toEqual({})
    await expect(provide('discard', { kind: 'push device', id: 1 })).rejects.toMatchObject({ planned: false })
  })
})

describe('a run with the provisioner for Zulip', () => {
  const subject = () => {
    const clock = virtualClock(Date.now())
    const reference = createReference({ clock, featureLevel: 421 })
    const { target } = targetAt(reference.targetFile('http://reference.invalid'))
    const how = { target, clock, transport: inProcessTransport(fakeZulip(reference).answer), areas: suites }
    return { reference, how: { ...how, allow: ['write', 'destructive'] as const, budget: 'quick' as const } }
  }

  test('has no failures and no leftovers, and a second run has the same result', async () => {
    const { reference, how } = subject()
    const before = reference.holdings().map(({ kind, id }) => `${kind} ${id}`)
    const first = await run({ ...how, sink: memorySink(), only: ['messaging.*'] })
    expect(first.mistakes).toEqual([])
    const bad = first.report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(bad.map(({ id, expected, actual }) => ({ id, expected, actual }))).toEqual([])
    expect(first.report.requirements.filter(({ verdict, planned }) => verdict === 'unverified' && planned)).toEqual([])
    expect(first.report.leftovers).toEqual([])
    const stays = reference.holdings().filter(one => !before.includes(`${one.kind} ${one.id}`))
    expect(stays.filter(({ text }) => !text.includes('"deactivated":true'))).toEqual([])
    const second = await run({ ...how, sink: memorySink(), only: ['messaging.*'] })
    expect(second.report.summary.counts).toEqual(first.report.summary.counts)
    expect(first.report.summary.counts.pass).toBeGreaterThan(500)
  }, 120_000)
})
