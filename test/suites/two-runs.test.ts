/** Two runs against one deployment at the same time: neither has failures because of the other. */
import { expect, it } from 'vitest'
import { inProcessTransport, memorySink, randomFrom, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const LATENESS_MS = 20

it('two runs at the same time fail nothing', async () => {
  const seeds = [3, 4]
  const clock = virtualClock()
  const reference = createReference({ clock })
  const random = randomFrom(1, 'late')
  const lateness = () => clock.sleep(random.below(LATENESS_MS))
  const transport = inProcessTransport(async request => {
    await lateness()
    const answered = await reference.answer(request)
    await lateness()
    return answered
  })
  const target = { ...validTarget(reference.targetFile('http://reference.invalid')), folder: '.', file: null }
  const results = await Promise.all(
    seeds.map(seed =>
      run({
        ...{ target, areas: suites, sink: memorySink(), clock, transport, seed, budget: 'quick' },
        ...{ only: ['messaging.*'], allow: ['write', 'destructive'] },
      }),
    ),
  )
  for (const { report, mistakes } of results) {
    expect(mistakes).toEqual([])
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
    expect(report.summary.counts.unverified).toBeLessThan(20)
  }
})
