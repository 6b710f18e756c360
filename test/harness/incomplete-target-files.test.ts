/** Target files without actors, fixtures or credentials: nothing fails, and unverified requirements say what is missing. */
import { expect, test } from 'vitest'
import type { Report } from '../../generated/formats.ts'
import { inProcessTransport, memorySink, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeZulip } from '../zulip/fake-zulip.ts'

interface File {
  trading: { credentials?: object; signedProbe?: object }
  messaging: {
    actors?: Record<string, { email: string; apiKey: string; userId?: number }>
    provisioner?: string
    fixtures?: Record<string, Record<string, unknown>>
  }
}

type Answer = Record<string, unknown> | null
/** Answers provisioner requests in place of the reference; null forwards the request to the reference. */
type Between = (kind: string, withWhat: Record<string, unknown>) => Answer

interface Judged {
  readonly report: Report
  readonly unverified: readonly Report['requirements'][number][]
}

/** Only these cases judge trading as well: its account is missing too, or too few messaging requirements would pass. */
const MESSAGING = ['messaging.*']
const WITH_TRADING = ['a guest alone', 'nobody, and no account']

async function judged(
  change: (file: File) => void,
  between: Between = () => null,
  only: readonly string[] = MESSAGING,
): Promise<Judged> {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock })
  const file = reference.targetFile('http://reference.invalid')
  change(file as unknown as File)
  const target = { ...validTarget(file), folder: '.', file: null }
  const server = target.messaging?.provisioner === 'zulip' ? fakeZulip(reference) : reference
  const transport = inProcessTransport(async request => {
    if (!request.url.endsWith('/provision')) return server.answer(request)
    const { fixture, with: withWhat } = JSON.parse(String(request.body)) as {
      fixture: string
      with: Record<string, unknown>
    }
    const answer = between(fixture, withWhat)
    return answer ? { status: 200, headers: {}, body: JSON.stringify(answer) } : reference.answer(request)
  })
  const allow = ['write', 'destructive'] as const
  const options = { target, clock, transport, allow, only, sink: memorySink(), areas: suites, budget: 'quick' as const }
  const { report, mistakes } = await run(options)
  expect(mistakes).toEqual([])
  const bad = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(bad.map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`)).toEqual([])
  return { report, unverified: report.requirements.filter(({ verdict }) => verdict === 'unverified') }
}

const REFERENCE = 'http://reference.invalid/provision'
const nothing = (file: File): void => {
  delete file.messaging.provisioner
}
const only =
  (...names: readonly string[]) =>
  (file: File): void => {
    nothing(file)
    const entries = Object.entries(file.messaging.actors ?? {}).filter(([name]) => names.includes(name))
    file.messaging.actors = Object.fromEntries(entries)
  }

const LACKING: readonly (string | null)[] = ['no-credentials', 'fixture-missing']

test.each<[string, (file: File) => void, missing: RegExp]>([
  ['no provisioner', nothing, /no ready-made message in the target file/],
  ['an admin alone', only('admin'), /names no second user/],
  ['a member and a second, no admin', only('member', 'second'), /names no admin/],
  ['a guest alone', only('guest'), /names no user/],
  [
    'actors without user ids',
    file => {
      for (const actor of Object.values(file.messaging.actors ?? {})) delete actor.userId
    },
    /gives no userId for member/,
  ],
  [
    'nobody, and no account',
    file => {
      nothing(file)
      delete file.messaging.actors
      delete file.trading.credentials
    },
    /has no trading\.credentials/,
  ],
  [
    'the provisioner for Zulip',
    file => {
      file.messaging.provisioner = 'zulip'
    },
    /has no push-device: a device is registered through the push service/,
  ],
  [
    'the provisioner for Zulip and an admin alone',
    file => {
      only('admin')(file)
      file.messaging.provisioner = 'zulip'
    },
    /has no scheduled-message: no call makes the sending of a scheduled message fail/,
  ],
])('%s: nothing fails, and the report says what is missing', async (what, change, missing) => {
  const { report, unverified } = await judged(change, undefined, WITH_TRADING.includes(what) ? [] : MESSAGING)
  expect(report.summary.counts.pass).toBeGreaterThan(50)
  expect(unverified.map(({ message }) => message)).toContainEqual(expect.stringMatching(missing))
  expect(unverified.filter(({ planned, reason }) => planned || !LACKING.includes(reason))).toEqual([])
  if (change !== nothing) return
  expect(report.summary.outcome).toBe('incomplete')
  const lacking = unverified.filter(({ reason }) => reason === 'fixture-missing')
  expect(lacking.length).toBeGreaterThan(50)
  for (const { message } of lacking) expect(message).toMatch(/provisioner|ready-made/)
})

test.each<[string, Between, passes: number]>([
  ['makes only messages', kind => (kind === 'message' ? null : { unavailable: 'not in this house' }), 300],
  ['makes everything but messages', kind => (kind === 'message' ? { unavailable: 'not in this house' } : null), 500],
])('a provisioner that %s affects only requirements that need the missing kinds', async (_what, between, passes) => {
  const { report, unverified } = await judged(file => {
    file.messaging.provisioner = REFERENCE
  }, between)
  expect(report.summary.counts.pass).toBeGreaterThan(passes)
  expect(unverified.filter(({ message }) => !message?.includes('not in this house'))).toEqual([])
  expect(unverified.filter(({ planned }) => planned)).toEqual([])
})

/** The areas whose checks need an edit, a channel by its name, or the state of a scheduled message. */
const READING = ['channels', 'default-channels', 'history', 'parameters', 'scheduled-messages', 'typing'].map(
  area => `messaging.${area}.*`,
)

test('what needs a fixture of a kind is not planned if there is none', async () => {
  const { report, unverified } = await judged(
    () => {},
    asked => (['edit', 'channel-named'].includes(asked) ? { unavailable: `no ${asked}` } : null),
    READING,
  )
  for (const kind of ['edit', 'channel-named'])
    expect(unverified.map(({ message }) => message)).toContainEqual(expect.stringContaining(`no ${kind}`))
  expect(report.summary.counts.pass).toBeGreaterThan(170)
  expect(unverified.filter(({ planned }) => planned)).toEqual([])
})

test.each<[string, always: boolean, said: readonly string[]]>([
  ['gives one account for each role unless it has to be fresh', false, []],
  ['always gives one account for each role', true, ['the provisioner gave somebody known for somebody else']],
])('a provisioner that %s causes no failure', async (_what, always, said) => {
  let member: Record<string, unknown> | undefined
  const { report, unverified } = await judged(
    file => {
      member = file.messaging.actors?.['member']
      file.messaging.actors = { member: member as never }
      file.messaging.provisioner = REFERENCE
    },
    (kind, { role, fresh }) => (kind === 'actor' && role === 'member' && (always || !fresh) ? { value: member } : null),
  )
  expect(report.summary.counts.pass).toBeGreaterThan(500)
  expect(unverified.filter(({ planned }) => planned)).toEqual([])
  const messages = unverified.map(({ message }) => message)
  for (const one of said) expect(messages).toContainEqual(expect.stringContaining(one))
})

test('a run that only reads plans nothing about elements of lists that are empty', async () => {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock })
  const file = reference.targetFile('http://reference.invalid') as unknown as File
  nothing(file)
  const empty: Record<string, object> = {
    '/realm/linkifiers': { linkifiers: [] },
    '/realm/profile_fields': { custom_fields: [] },
    '/realm/presence': { presences: {}, server_timestamp: 1 },
  }
  const transport = inProcessTransport(async request => {
    const reply = await reference.answer(request)
    const path = Object.keys(empty).find(one => new URL(request.url).pathname.endsWith(one))
    const body = JSON.stringify({ result: 'success', msg: '', ...(path && empty[path]) })
    return path && reply.status === 200 ? { ...reply, body } : reply
  })
  const target = { ...validTarget({ ...file, allow: [] }), folder: '.', file: null }
  const only = ['messaging.linkifiers.*', 'messaging.profile-fields.*', 'messaging.presence.*']
  const { report } = await run({ target, clock, transport, only, sink: memorySink(), areas: suites })
  const unverified = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  expect(report.summary.counts).toMatchObject({ fail: 0, warn: 0 })
  expect(unverified.filter(({ planned }) => planned)).toEqual([])
  expect(unverified.find(({ id }) => id === 'messaging.presence.client')?.message).toBe(
    'the replies of the target hold nothing that it is about, such as an element of a list',
  )
})

test.each([
  { 'scheduled-state': 2, 'channel-named': 9 },
  { 'scheduled-state': 9, 'channel-named': 2 },
])('a provisioner that reads no more than %j causes no failure', async reads => {
  const left = new Map<string, number>(Object.entries(reads))
  const between: Between = asked => {
    const more = (left.get(asked) ?? 1) - 1
    if (left.has(asked)) left.set(asked, more)
    return more < 0 ? { unavailable: `no more ${asked}` } : null
  }
  const { report, unverified } = await judged(() => {}, between, READING)
  expect(report.summary.counts.pass).toBeGreaterThan(170)
  for (const kind of left.keys())
    expect(unverified.map(({ message }) => message)).toContainEqual(expect.stringContaining(`no more ${kind}`))
})

test.each<[string, Between, said: RegExp]>([
  ['without their members', () => ({ value: {} }), /its value has no "(id|email|queueId|token|pushAccountId)"/],
  ['with ids of another type', () => ({ value: { id: 'seven' } }), /the "id" of its value is not an integer/],
])('values %s are a failure of the provisioner, not of the target', async (_what, between, said) => {
  const { unverified } = await judged(() => {}, between)
  expect(unverified.map(({ message }) => message)).toContainEqual(expect.stringMatching(said))
  expect(unverified.filter(({ planned, reason }) => planned && reason !== 'fixture-missing')).toEqual([])
})

test('a ready-made fixture is lent to checks that do not use it up, and can be lent again', async () => {
  const clock = virtualClock(Date.now())
  const reference = createReference({ clock })
  const ask = async (fixture: string, withWhat: object): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ fixture, with: withWhat })
    const reply = await reference.fetch(new Request(REFERENCE, { method: 'POST', body }))
    return ((await reply.json()) as { value: Record<string, unknown> }).value
  }
  const file = reference.targetFile('http://reference.invalid') as unknown as File
  const { member, admin } = file.messaging.actors ?? {}
  if (!member || !admin) throw new Error('the reference has no people')
  const as = member.email
  const channel = await ask('channel', { name: 'ready', subscribers: [member.userId, admin.userId] })
  nothing(file)
  file.messaging.fixtures = {
    channel,
    message: await ask('message', { as, channelId: channel['id'], topic: 'ready', content: 'kept for runs' }),
    register: await ask('register', { as }),
    'event-queue': await ask('event-queue', { as }),
    'apns-token': await ask('apns-token', { as }),
    'last-user': { ...(await ask('last-user', {})), apiKey: 'of-somebody-else-altogether' },
  }
  const target = { ...validTarget(file), folder: '.', file: null }
  const transport = inProcessTransport(reference.answer)
  const allow = ['write', 'destructive'] as const
  for (const _time of ['first', 'second']) {
    const budget = 'quick'
    const { report } = await run({
      ...{ target, clock, transport, allow, budget, only: MESSAGING },
      ...{ sink: memorySink(), areas: suites },
    })
    const bad = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(bad.map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`)).toEqual([])
    const why = (id: string): string => report.requirements.find(one => one.id === id)?.message ?? ''
    expect(why('messaging.apns.removed')).toBe(
      'no provisioner, and a ready-made apns-token cannot be used: each check needs its own',
    )
    expect(why('messaging.account.last-user')).toContain('refuses the credentials of last-user')
    expect(report.summary.counts.pass).toBeGreaterThan(450)
  }
})
