/** Two runs against one deployment at the same time: neither has failures because of the other. */
import { expect, it } from 'vitest'
import { inProcessTransport, memorySink, randomFrom, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const LATENESS_MS = 20

it('two runs at the same time fail nothing', async () => {
  const seeds = [3, 4]
  const { reference, target, clock } = referenceInProcess()
  const random = randomFrom(1, 'late')
  const lateness = () => clock.sleep(random.below(LATENESS_MS))
  const transport = inProcessTransport(async request => {
    await lateness()
    const answered = await reference.answer(request)
    await lateness()
    return answered
  })
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
