/** `assay levels`: inferring the feature level from behaviour. */
import { describe, expect, it } from 'vitest'
import { inferLevel, parting, type Shown } from '../../cli/levels/infer-level.ts'
import { levelInWords, lookAtLevels } from '../../cli/levels/levels.ts'
import { LEVELS_AROUND_CHANGES } from '../../cli/options/feature-levels.ts'
import { embeddedReference } from '../../cli/reference/embedded-reference.ts'
import { inProcessTransport } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'

const CHANGES = [167, 215, 248, 272, 294, 334, 361, 389, 417]

describe('assay levels', () => {
  it.each(LEVELS_AROUND_CHANGES)('names the interval of the reference at level %i', async level => {
    const report = await lookAtLevels(embeddedReference(level), ['write'])
    const from = Math.max(1, ...CHANGES.filter(change => change <= level))
    const next = CHANGES.find(change => change > level)
    expect(report).toMatchObject({ from, to: next === undefined ? null : next - 1, parts: [], deviations: [] })
  })

  it('reports where claimed level and behaviour differ', async () => {
    const { target, ...how } = embeddedReference(300)
    if (!target.messaging) throw new Error('the reference has no chat')
    const report = await lookAtLevels(
      { ...how, target: { ...target, messaging: { ...target.messaging, featureLevel: 400 } } },
      ['write'],
    )
    expect(report).toMatchObject({ claimed: 400, from: 294, to: 333, parts: [334, 361, 389] })
  })

  it('tests only what can be read if writing is not allowed', async () => {
    const { target, ...how } = embeddedReference(500)
    const report = await lookAtLevels({ ...how, target: { ...target, allow: [] } }, [])
    expect(report.changes.filter(({ shown }) => shown !== 'unclear').map(({ change }) => change)).toEqual([167])
  })
})

describe('assay levels, of a deployment with one fault', () => {
  it.each([
    ['messaging.parameters.unsupported-get-linkifiers.unlisted', 167, 'GET /realm/linkifiers'],
    ['messaging.channel-folders.created.refused', 389, 'channel folders exist'],
    ['messaging.channels.created.refused', 417, 'channels can be created'],
  ])('%s is a deviation and not a lower level', async (fault, change, what) => {
    const { target, clock } = embeddedReference(500)
    const transport = inProcessTransport(createReference({ clock, faults: [fault] }).answer)
    const report = await lookAtLevels({ target, clock, transport }, ['write'])
    expect(report).toMatchObject({ claimed: 500, from: 417, to: null })
    expect(report.deviations).toMatchObject([{ change, how: 'lacks', what: expect.stringContaining(what) }])
    expect(levelInWords(report)).toBe('500')
  })
})

describe('inferLevel', () => {
  const all = (...before: number[]): Shown[] =>
    CHANGES.map(change => ({ change, shown: before.includes(change) ? 'before' : 'after' }))

  it.each([
    ['one missing change, in the middle', all(361), 421, { from: 417, to: null, lacks: [361] }],
    ['one missing change, the last', all(417), 421, { from: 417, to: null, lacks: [417] }],
    ['one missing change, the first', all(167), 421, { from: 417, to: null, lacks: [167] }],
    ['one missing change, under a wrong claim', all(361), 100, { from: 417, to: null, lacks: [361] }],
    ['the last two', all(389, 417), 421, { from: 361, to: 388, lacks: [] }],
    ['the only change that was tried', [{ change: 167, shown: 'before' }], 421, { from: 1, to: 166, lacks: [] }],
    ['nothing, and a claim that is too low', all(), 300, { from: 417, to: null, lacks: [] }],
  ] as const)('missing: %s', (_what, seen, claimed, { lacks, ...range }) => {
    expect(inferLevel(seen, claimed)).toEqual({
      ...range,
      deviations: lacks.map(change => ({ change, how: 'lacks' })),
    })
  })

  it('a single change that appears too early is a deviation as well', () => {
    const seen = all(215, 248, 272, 294, 334, 361, 417)
    expect(inferLevel(seen, 200)).toEqual({ from: 167, to: 214, deviations: [{ change: 389, how: 'ahead' }] })
  })

  it('ignores changes whose result is unclear', () => {
    expect(inferLevel([{ change: 215, shown: 'unclear' }], 300)).toEqual({ from: 1, to: null, deviations: [] })
    expect(parting(300, [{ change: 215, shown: 'unclear' }])).toEqual([])
  })
})
