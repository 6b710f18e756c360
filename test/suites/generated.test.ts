/** Generated requests against the reference: variants pass with any seed, and most rare faults are found. */
import { expect, test } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { faults, type ReferenceOptions, variants } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const GENERATED = ['messaging.properties.*', 'messaging.sequences.*']

async function judged(options: Omit<ReferenceOptions, 'clock'>, only: readonly string[], seed: number) {
  const { report, mistakes } = await run({
    ...referenceInProcess(options),
    areas: suites,
    sink: memorySink(),
    only,
    allow: ['write', 'destructive'],
    seed,
    once: true,
    runId: 'seeds',
  })
  expect(mistakes).toEqual([])
  return report.requirements
}

/** Variants that affect many generated requests, each run with another seed; `bench/seeds.mjs` tries all with many seeds. */
const relevantVariants = [
  'messaging.user-groups.creator-joins',
  'messaging.limits.in-bytes',
  'messaging.user-groups.used-by-deactivated',
  'messaging.channels.somebody-subscribes',
  'messaging.profile-fields.numbered-choices',
  'messaging.reactions.one-emoji-made',
]

test.each(relevantVariants.map((id, index) => [id, 101 + index] as const))(
  '%s passes with seed %i',
  async (id, seed) => {
    expect(variants.map(variant => variant.id)).toContain(id)
    const entries = await judged({ variants: [id] }, GENERATED, seed)
    expect(entries.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
    expect(entries.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(40)
  },
)

test.each(['messaging.navigation.names-once', 'messaging.playgrounds.names-once', 'messaging.limits.twenty-bytes'])(
  'two runs with the same seed on one deployment with %s use different names',
  async id => {
    const deployed = referenceInProcess({ variants: [id] })
    for (const runId of ['one1', 'two2']) {
      const { report } = await run({
        ...deployed,
        areas: suites,
        sink: memorySink(),
        only: GENERATED,
        allow: ['write', 'destructive'],
        seed: 21,
        once: true,
        runId,
        // Nothing is removed, so that the second run meets what the first one created.
        throwaway: true,
      })
      expect(report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
    }
  },
)

test('most faults that only generated requests can find are found at the standard budget, with a seed not used in development', async () => {
  const odd = faults.filter(
    ({ id, breaches }) => id.startsWith('messaging.odd.') && /properties|sequences/.test(`${breaches}`),
  )
  expect(odd.length).toBeGreaterThanOrEqual(20)
  let found = 0
  for (const { id, breaches } of odd) {
    const [entry] = await judged({ faults: [id] }, breaches, 104)
    if (entry?.verdict === 'fail') found++
  }
  expect(found).toBeGreaterThanOrEqual(15)
})
