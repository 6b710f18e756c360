/** Mistakes in target files and unreachable addresses: reported as such, not as failures of the target. */
import { describe, expect, it } from 'vitest'
import { memorySink, parseTarget, run, type Target, unknownNames, validTarget } from '../../harness/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

/** A run against the reference with a changed target file. */
async function judged(change: (target: Target) => Target, only: readonly string[]) {
  const { target, clock, transport } = referenceInProcess()
  const how = { areas: suites, sink: memorySink(), clock, transport, only, allow: ['write'], budget: 'quick' } as const
  return run({ target: change(target), ...how })
}

const withActors = (
  target: Target,
  change: (actor: { email: string; apiKey: string; userId?: number }) => object,
): Target => {
  if (!target.messaging) return target
  const actors = Object.fromEntries(
    Object.entries(target.messaging.actors ?? {}).map(([name, actor]) => [name, change(actor)]),
  )
  return {
    ...target,
    messaging: { ...target.messaging, actors: actors as NonNullable<typeof target.messaging.actors> },
  }
}

describe('an address that nobody can reach', () => {
  const chat = { baseUrl: 'https://chat.acme.example/api/v1', featureLevel: 400 }
  it.each([
    ['trading.baseUrl', { trading: { baseUrl: 'http://127.0.0.1:99999/v1' } }],
    ['messaging.provisioner', { messaging: { ...chat, provisioner: 'http://127.0.0.1:99999' } }],
    ['messaging.origins.0', { messaging: { ...chat, origins: ['https://[::1'] } }],
    ['apis.shop.baseUrl', { apis: { shop: { baseUrl: 'http://127.0.0.1:8o80' } } }],
  ])('is named in the report: %s', (member, more) => {
    expect(() => validTarget({ name: 'x', ...more })).toThrow(`${member} is no address that can be reached`)
  })
})

describe('mistakes in a target file are never the target’s failures', () => {
  it('a wrong API key leaves everything that needs it unverified', async () => {
    const { report, mistakes } = await judged(
      target => withActors(target, actor => ({ ...actor, apiKey: 'wrong' })),
      ['messaging.drafts.*', 'messaging.user-groups.*'],
    )
    expect(mistakes).toEqual([])
    expect(report.summary.counts.fail).toBe(0)
    expect(report.summary.outcome).toBe('invalid')
    expect(
      new Set(report.requirements.filter(({ verdict }) => verdict === 'unverified').map(({ reason }) => reason)),
    ).toEqual(new Set(['no-credentials', 'not-allowed']))
  })

  it('a wrong trading secret leaves signing unverified, and the rest judged', async () => {
    const wrong = (target: Target): Target =>
      target.trading
        ? { ...target, trading: { ...target.trading, credentials: { apiKey: 'nobody', secretKey: 'wrong' } } }
        : target
    const { report } = await judged(wrong, ['trading.*'])
    expect(report.summary.counts.fail).toBe(0)
    expect(report.requirements.find(({ id }) => id === 'trading.signing.plain')?.verdict).toBe('unverified')
    expect(report.requirements.find(({ id }) => id === 'trading.ping.result')?.verdict ?? 'pass').toBe('pass')
  })

  it('missing user ids are reported as missing, not as failures', async () => {
    const { report, mistakes } = await judged(
      target => withActors(target, ({ email, apiKey }) => ({ email, apiKey })),
      ['messaging.user-groups.*'],
    )
    expect(mistakes).toEqual([])
    expect(report.summary.counts.fail).toBe(0)
  })
})

it('unknown names are reported, with suggestions', () => {
  const someone = { email: 'ada@acme.example', apiKey: 'k' }
  const messaging = {
    baseUrl: 'https://chat.acme.example/api/v1',
    featureLevel: 417,
    actors: { admin: someone, membr: someone, second: { ...someone, role: 'member' } },
    fixtures: { message: { id: 1 }, chanel: { id: 2 } },
  }
  const further = {
    mesaging: { baseUrl: 'https://chat.acme.example/api/v2' },
    library: { baseUrl: 'https://books.acme.example' },
  }
  expect(unknownNames({ name: 'x', messaging, apis: further, folder: '.', file: null } as Target, apis)).toEqual([
    'apis.mesaging: no suite here is for an API of this name (did you mean "messaging"?)',
    'apis.library: no suite here is for an API of this name; name the folder of its suites with --suites',
    'messaging.actors.membr has no role, and its name is not one (did you mean "member"?)',
    'messaging.fixtures.chanel: there is no such kind of fixture (did you mean "channel"?)',
  ])
})

it.each([
  ['', 'the target file is empty'],
  ['- name: x', 'the target file has to be a mapping with a name and one of trading, messaging, apis, targets'],
])('%j is not a target file', (text, sentence) => {
  expect(() => parseTarget(text, 'x.yaml', {})).toThrow(`x.yaml:1:1: ${sentence}`)
})
