import { describe, expect, it } from 'vitest'
import { embeddedReference } from '../../cli/embedded-reference.ts'
import { LEVELS_AROUND_CHANGES } from '../../cli/feature-levels.ts'
import { inferLevel, parting } from '../../cli/levels/infer-level.ts'
import { lookAtLevels } from '../../cli/levels/levels.ts'

const CHANGES = [167, 215, 248, 272, 294, 334, 361, 389, 417]

describe('assay levels', () => {
  it.each(LEVELS_AROUND_CHANGES)('names the interval of the reference at level %i', async level => {
    const report = await lookAtLevels(embeddedReference(level), ['write'])
    const from = Math.max(1, ...CHANGES.filter(change => change <= level))
    const next = CHANGES.find(change => change > level)
    expect(report).toMatchObject({ from, to: next === undefined ? null : next - 1, parts: [], contradictions: [] })
  })

  it('says where claim and behaviour part', async () => {
    const { target, ...how } = embeddedReference(300)
    if (!target.messaging) throw new Error('the reference has no chat')
    const report = await lookAtLevels(
      { ...how, target: { ...target, messaging: { ...target.messaging, featureLevel: 400 } } },
      ['write'],
    )
    expect(report).toMatchObject({ claimed: 400, from: 294, to: 333, parts: [334, 361, 389] })
  })

  it('looks only at what may be read where writing is not allowed', async () => {
    const { target, ...how } = embeddedReference(500)
    const report = await lookAtLevels({ ...how, target: { ...target, allow: [] } }, [])
    expect(report.changes.filter(({ shown }) => shown !== 'unclear').map(({ change }) => change)).toEqual([167])
  })
})

describe('inferLevel', () => {
  it('finds no level where a later change shows and an earlier one does not', () => {
    const seen = [
      { change: 215, shown: 'before' },
      { change: 389, shown: 'after' },
    ] as const
    expect(inferLevel(seen).contradictions).toEqual([{ after: 389, before: 215 }])
  })
  it('passes over what is unclear', () => {
    expect(inferLevel([{ change: 215, shown: 'unclear' }])).toEqual({ from: 1, to: null, contradictions: [] })
    expect(parting(300, [{ change: 215, shown: 'unclear' }])).toEqual([])
  })
})
