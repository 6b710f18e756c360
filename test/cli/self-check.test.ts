/** The proof: trials of faults and variants, and what makes it fail. */
import { describe, expect, it } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { combinationSubjects } from '../../cli/self-check/combinations.ts'
import { gapsOf } from '../../cli/self-check/gaps.ts'
import { firstExchange, judgeSubject } from '../../cli/self-check/judge-subject.ts'
import { allSubjects } from '../../cli/self-check/self-check.ts'
import {
  faultSubject,
  levelSubjects,
  plainSubjects,
  type Run,
  type Subject,
  variantSubject,
} from '../../cli/self-check/subject.ts'
import { unexercised } from '../../cli/self-check/unexercised.ts'
import { requirements } from '../../generated/catalogue.ts'
import type { Area, Check } from '../../harness/index.ts'
import { type Fault, faults, type Variant, variants } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import type { World } from '../../suites/messaging/world.ts'
import { area } from '../../suites/trading/area.ts'
import { fakeIo } from './fake-io.ts'

const faultNamed = (id: string): Fault =>
  faults.find(fault => fault.id === id) ?? expect.fail(`there is no fault ${id}`)
const oneBreaching = (requirement: string): Fault =>
  faults.find(({ breaches }) => breaches.includes(requirement)) ?? expect.fail(`no fault breaches ${requirement}`)

/** The plain reference; with `run`, it is judged by this one run instead of all runs of the proof. */
const plain = (run?: Run): Subject => {
  const [trading] = plainSubjects([])
  if (!trading) throw new Error('there is no plain subject')
  return run ? { ...trading, runs: [run] } : trading
}

/** The areas that these trials need. */
const some = suites.filter(({ items }) =>
  items.some(item => item.does === 'check' && /^(trading|messaging\.(drafts|credentials))\./.test(item.id)),
)

/** The same areas with another body for one check. */
const altered = (id: string, run: (world: World) => Promise<void>): Area[] =>
  some.map(one => ({
    ...one,
    items: one.items.map(item =>
      item.does === 'check' && item.id === id ? { ...item, run: run as Check['run'] } : item,
    ),
  }))

it('finds no first exchange where a caught requirement cites none', () => {
  expect(firstExchange([])).toBeNull()
  expect(firstExchange([{ exchanges: [] }])).toBeNull()
  expect(firstExchange([{ exchanges: [] }, { exchanges: [7, 3] }, { exchanges: [5] }])).toBe(3)
})

describe('a trial', () => {
  it('finds nothing wrong with the plain reference', async () => {
    const quick = plain({ only: ['trading.*'], budget: 'quick' })
    expect((await judgeSubject(quick, { areas: suites })).problems).toEqual([])
  })

  it('finds a fault by exactly the requirements that it violates', async () => {
    const fault = oneBreaching('messaging.drafts.one-channel')
    const trial = await judgeSubject(faultSubject(fault), { areas: some })
    expect(trial.problems).toEqual([])
    expect(trial.failed).toEqual(expect.arrayContaining([...fault.breaches]))
    expect(trial.caughtAt).toBeGreaterThan(0)
  })
})

describe('the proof does not hold', () => {
  it('when a check no longer asserts anything', async () => {
    const idle = altered('messaging.drafts.content-null-byte', async world => {
      world
        .claim(await world.user.createDrafts({ drafts: [] }, { observed: true }))
        .keeps({ name: 'field', judge: () => ({ outcome: 'holds' }) }, {})
    })
    const trial = await judgeSubject(faultSubject(oneBreaching('messaging.drafts.content-null-byte')), { areas: idle })
    expect(trial.problems).toContain('messaging.drafts.content-null-byte did not fail')
  })

  it('when a check fails a legal variant', async () => {
    const narrow = altered('messaging.credentials.wrong-key', async ({ user, claim }) => {
      const stranger = user.withCredentials('stranger', { email: user.email, apiKey: 'wrong-key' })
      claim(await stranger.getLinkifiers()).isRefused('UNAUTHORIZED')
    })
    const variant = variants.find(({ uses }) => uses === 'messaging.credentials.refusal-code')
    if (!variant) throw new Error('no variant has another code for refused credentials')
    const trial = await judgeSubject(variantSubject(variant), { areas: narrow })
    expect(trial.problems.join()).toContain('messaging.credentials.wrong-key failed, although nothing breaches it')
  })

  it('when a requirement has no fault, or an open point no variant', () => {
    const lonely = [...requirements, { id: 'trading.ping.lonely' }]
    const gaps = gapsOf(faults, variants, lonely, [{ id: 'trading.errors.lonely' }])
    expect(gaps.requirements).toContain('trading.ping.lonely')
    expect(gaps.openPoints).toEqual(['trading.errors.lonely'])
    const reasoned = [{ id: 'trading.errors.lonely', unvaried: 'nobody can show it' }]
    expect(gapsOf(faults, variants, requirements, reasoned).openPoints).toEqual([])
  })

  it('when a fault violates nothing', async () => {
    const harmless = { ...faultSubject(faultNamed(faults[0]?.id ?? '')), faults: [], breaches: [] }
    expect((await judgeSubject(harmless, { areas: some })).problems).toContain('it breaches nothing')
  })

  it('when a fault is never detected', async () => {
    const hidden = { ...faultSubject(oneBreaching('messaging.drafts.one-channel')), faults: [] }
    expect((await judgeSubject(hidden, { areas: some })).problems).toContain(
      'messaging.drafts.one-channel did not fail',
    )
  })

  it('when a fault fails more or less than was recorded', async () => {
    const fault = faultNamed('trading.coins.name-en.dropped')
    const recorded = { fault: fault.id, fails: ['trading.time.digits'], warns: ['trading.networks.address-regex'] }
    const { problems } = await judgeSubject(faultSubject(fault, recorded), { areas: suites })
    expect(problems).toEqual([
      'trading.time.digits does not fail any more',
      'trading.coins.name-en fails now',
      'trading.networks.address-regex does not warn any more',
    ])
  })

  it('when a variant fails anything', async () => {
    const faulty = { ...plain({ only: ['trading.*'], budget: 'quick' }), faults: ['trading.coins.name-en.dropped'] }
    expect((await judgeSubject(faulty, { areas: suites })).problems).toEqual([
      'trading.coins.name-en failed, although nothing breaches it',
    ])
  })

  it.each([
    ['trading.coins.none', 'none', 'untried'],
    ['trading.access.bare-private-refusals', 'untried', 'incomplete'],
  ] as const)('when %s leaves more unverified than %s', async (id, less, exactly) => {
    const variant = variants.find(one => one.id === id) ?? expect.fail(`there is no variant ${id}`)
    const [run] = variantSubject(variant).runs
    const leaving = (leaves: Subject['leaves']): Subject => ({
      ...variantSubject(variant),
      runs: run ? [run] : [],
      leaves,
    })
    const { problems } = await judgeSubject(leaving(less), { areas: suites })
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) expect(problem).toContain(' was not judged: ')
    expect((await judgeSubject(leaving(exactly), { areas: suites })).problems).toEqual([])
  })

  it('when a check passes although it sent no request', async () => {
    const idle = altered('messaging.drafts.content-null-byte', async ({ claim }) => {
      claim().keeps({ name: 'field', judge: () => ({ outcome: 'holds' }) }, {})
    })
    const only = ['messaging.drafts.content-*']
    expect(await unexercised(idle, only)).toEqual(['messaging.drafts.content-null-byte'])
    expect(await unexercised(suites, only)).toEqual([])
  })

  it('when a check throws an error', async () => {
    const clumsy = area('trading.ping', ({ watch }) => [
      watch('clumsy', () => Promise.reject(new TypeError('of undefined'))),
    ])
    const asked = plain({ only: ['trading.ping.*'], budget: 'standard' })
    expect((await judgeSubject(asked, { areas: [...suites, clumsy] })).problems.join()).toContain(
      'a check made a mistake',
    )
  })
})

describe('subjects', () => {
  it('claim one level too many and one too few at each change', () => {
    const subjects = levelSubjects([215], [{ id: 'a', since: 215 }, { id: 'b', until: 214 }, { id: 'c' }])
    expect(subjects.map(({ level, claims, breaches }) => ({ level, claims, breaches }))).toEqual([
      { level: 214, claims: 215, breaches: ['a'] },
      { level: 215, claims: 214, breaches: ['b'] },
    ])
  })

  it('combine only variants that do not exclude each other', () => {
    const made = (id: string, excludes: readonly string[] = []): Variant => ({
      id,
      api: 'trading',
      describes: id,
      uses: 'principle 2: x',
      excludes,
    })
    const combined = combinationSubjects([made('a', ['b']), made('b'), made('c')], 20, 7)
    for (const { variants: used } of combined) expect(used.includes('a') && used.includes('b')).toBe(false)
    expect(combined).toHaveLength(20)
  })
})

describe('assay self-check', () => {
  it('reports at once if its page cannot be written', async () => {
    const io = fakeIo()
    expect(await assay(['self-check', '--write-proof', 'no-such-folder/proof.md'], io)).toBe(2)
    expect(io.written.err).toBe('assay: no-such-folder/proof.md cannot be written: its folder does not exist\n')
  })

  it('judges each fault in one part, and each variant in every fourth one', () => {
    const partOf = (index: number): Subject[] =>
      allSubjects({ seed: 1, combinations: 0, part: { index, of: 5 } }, new Map())
    const idsOf = (kind: Subject['kind'], parts: readonly number[]): string[] =>
      parts.flatMap(partOf).flatMap(subject => (subject.kind === kind ? [subject.id] : []))
    expect(idsOf('fault', [1, 2, 3, 4, 5]).sort()).toEqual(faults.map(({ id }) => id).sort())
    expect(idsOf('variant', [1, 2, 3, 4]).sort()).toEqual(variants.map(({ id }) => id).sort())
    expect(idsOf('variant', [1])).toEqual(idsOf('variant', [5]))
  })
})
