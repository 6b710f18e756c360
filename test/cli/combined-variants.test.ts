/** Variants that are legal alone are legal together, with late replies, at other levels, and with a smaller target file. */
import { describe, expect, it } from 'vitest'
import {
  answerIn,
  type Circumstances,
  circumstancesInWords,
  drawnCircumstances,
  plainCircumstances,
} from '../../cli/self-check/circumstances.ts'
import { combinationSubjects } from '../../cli/self-check/combinations.ts'
import { judgeSubject } from '../../cli/self-check/judge-subject.ts'
import { proofRun } from '../../cli/self-check/proof-run.ts'
import { type Subject, variantSubject } from '../../cli/self-check/subject.ts'
import { randomFrom, virtualClock } from '../../harness/index.ts'
import { type Variant, variants } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

interface Together {
  readonly only: readonly string[]
  readonly budget?: 'quick' | 'standard'
  readonly circumstances?: Partial<Circumstances>
}

/** A subject with several variants of one API; variants that the run does not observe are no problem. */
function together(ids: readonly string[], { only, budget = 'quick', circumstances }: Together): Subject {
  const [first] = variants.filter(({ id }) => id === ids[0]).map(variantSubject)
  if (!first) throw new Error(`there is no variant ${ids[0]}`)
  return {
    ...first,
    variants: ids,
    runs: [{ only, budget }],
    circumstances: { ...plainCircumstances, ...circumstances },
    leaves: 'incomplete',
  }
}

const CHANNELS = ['messaging.channels.*', 'messaging.channel-folders.*']

describe.each<[string, readonly string[], Together]>([
  [
    'only few channels are accepted, and requests are throttled for a while',
    ['messaging.limits.few-of-each', 'messaging.limits.three-per-second'],
    { only: ['messaging.*'] },
  ],
  [
    'only few links are accepted, and wrong keys lock everybody out',
    ['messaging.limits.few-of-each', 'messaging.credentials.address-shut-out'],
    { only: ['messaging.*'], budget: 'standard' },
  ],
  [
    'names must be short, and no reply states the limit',
    ['messaging.limits.twenty-bytes'],
    { only: CHANNELS, circumstances: { lacks: ['register'] } },
  ],
  [
    'messages are sent at full minutes, but were due at other seconds',
    ['messaging.scheduled-messages.by-the-minute'],
    { only: ['messaging.scheduled-messages.*'], budget: 'standard' },
  ],
  [
    'a fixture returns the same token again',
    ['messaging.apns.same-again'],
    { only: ['messaging.apns.*'], budget: 'standard' },
  ],
  [
    'a user who is not in the target file gets a message during the run',
    ['messaging.read-state.unread-means-of-others'],
    { only: ['messaging.read-state.*'], budget: 'standard', circumstances: { unnamed: ['moderator'] } },
  ],
  [
    'wrong keys lock everybody out, and replies take seconds',
    ['messaging.wire.slow', 'messaging.credentials.address-shut-out'],
    { only: ['messaging.typing.*', 'messaging.credentials.*', 'messaging.properties.*', 'messaging.playgrounds.*'] },
  ],
  [
    'wrong keys lock an account out with the same refusal as for a wrong key, and requests are sent slowly',
    ['messaging.credentials.account-shut-out-alike'],
    { only: ['messaging.*'], circumstances: { seed: 296, requestsPerSecond: 5 } },
  ],
  [
    'replies about channels contain only ids, and a provisioner fails now and then',
    ['messaging.channels.bare-reply'],
    {
      only: ['messaging.channels.*', 'messaging.scheduled-messages.*', 'messaging.properties.*'],
      circumstances: { seed: 253, lapses: 4 },
    },
  ],
])('%s', (_what, ids, how) => {
  it('fails nothing', async () => {
    expect((await judgeSubject(together(ids, how), { areas: suites })).problems).toEqual([])
  })
})

describe('combinations', () => {
  const made = (id: string, more: Partial<Variant> = {}): Variant => ({
    ...{ id, api: 'messaging', describes: id, uses: 'principle 2: x' },
    ...more,
  })

  it('use a variant only at levels at which it is legal', () => {
    const all = [made('new', { levels: { since: 300 } }), made('old', { levels: { until: 299 } }), made('any')]
    const drawn = combinationSubjects(all, 60, 3)
    for (const { variants: used, level } of drawn) {
      expect(used.includes('new') && level < 300).toBe(false)
      expect(used.includes('old') && level >= 300).toBe(false)
    }
    expect(new Set(drawn.flatMap(({ variants: used }) => used))).toEqual(new Set(['new', 'old', 'any']))
    expect(new Set(drawn.map(({ level }) => level)).size).toBeGreaterThan(5)
  })

  it('are the same for the same seed, and describe the other circumstances', () => {
    const drawn = () => combinationSubjects(variants, 12, 9)
    expect(drawn()).toEqual(drawn())
    const late = drawn().find(({ circumstances }) => circumstances.latenessMs > 0)
    expect(late?.id).toContain(`up to ${late?.circumstances.latenessMs} ms late`)
  })
})

describe('circumstances', () => {
  const request = (fixture: string) => ({
    ...{ method: 'POST', url: 'http://reference.invalid/provision', headers: {} },
    body: JSON.stringify({ fixture }),
  })

  it('omit fixtures, and forward everything else', async () => {
    const lacking: Circumstances = { ...plainCircumstances, lacks: ['channel'] }
    const answer = answerIn(lacking, virtualClock(), async () => ({ status: 204, headers: {}, body: '' }))
    expect(await answer(request('channel'))).toMatchObject({
      status: 200,
      body: '{"unavailable":"it is not made here"}',
    })
    expect(await answer(request('message'))).toMatchObject({ status: 204 })
  })

  it('make a provisioner fail now and then, but never the target', async () => {
    const lapsing: Circumstances = { ...plainCircumstances, lapses: 4 }
    const answer = answerIn(lapsing, virtualClock(), async () => ({ status: 204, headers: {}, body: '' }))
    const times = Array.from({ length: 40 })
    const made = await Promise.all(times.map(() => answer(request('message'))))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 204]))
    const others = await Promise.all(
      times.map(() => answer({ ...request('message'), url: 'http://reference.invalid/' })),
    )
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([204]))
  })

  it('make requests arrive in another order than they were sent', async () => {
    const clock = virtualClock()
    const arrived: string[] = []
    const answer = answerIn({ ...plainCircumstances, latenessMs: 60 }, clock, async ({ url }) => {
      arrived.push(url)
      return { status: 200, headers: {}, body: '' }
    })
    const sent = Array.from({ length: 20 }, (_, index) => `http://reference.invalid/${index}`)
    await Promise.all(sent.map(url => answer({ method: 'GET', url, headers: {}, body: null })))
    expect(arrived).not.toEqual(sent)
    expect(arrived.toSorted()).toEqual(sent.toSorted())
  })

  it('omit actors of the target file', async () => {
    const { target } = await proofRun(
      {},
      {
        areas: suites,
        only: ['messaging.linkifiers.*'],
        circumstances: { ...plainCircumstances, unnamed: ['bot', 'guest'] },
      },
    )
    expect(Object.keys(target.messaging?.actors ?? {})).toEqual(['owner', 'admin', 'moderator', 'member', 'second'])
  })

  it('are described in words, and trading lacks nothing', () => {
    const all = { seed: 3, latenessMs: 5, requestsPerSecond: 20, lacks: ['edit'], lapses: 10, unnamed: ['bot'] }
    expect(circumstancesInWords(all)).toBe(
      'seed 3; up to 5 ms late; 20 requests a second; no fixtures of edit; one in 10 fixtures not made; nobody for bot',
    )
    const random = randomFrom(1, 'trading')
    for (let drawn = 0; drawn < 30; drawn++)
      expect(drawnCircumstances(random, 'trading')).toMatchObject({ lacks: [], unnamed: [] })
  })
})
