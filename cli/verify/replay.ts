/** Judges some requirements of a bundle again, live. The verifier draws them with a seed that the vendor cannot know. */
import { randomInt } from 'node:crypto'
import { allowance, memorySink, randomFrom, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { applicabilityOf } from '../certify/applicability.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { addressText } from '../run/base-addresses.ts'
import { type Findings, need, Refused } from './context.ts'

export interface ReplayOptions extends Subject {
  readonly count: number
  readonly allow: readonly ('write' | 'destructive')[]
  readonly seed?: number
}

/** Returns what was established; throws if a verdict differs. */
export async function replay(
  found: Findings,
  { count, allow, seed = randomInt(2 ** 31), ...subject }: ReplayOptions,
): Promise<string> {
  const report = need(found.report)
  const statement = need(found.statement)
  const { target } = subject
  const level = target.messaging?.featureLevel
  if (report.target.messaging && level !== report.target.messaging.featureLevel)
    throw new Refused(
      `the target claims feature level ${level}; the bundle is about ${report.target.messaging.featureLevel}`,
    )
  const before = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]))
  const seen = report.requirements.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn').map(({ id }) => id)
  const drawn = randomFrom(seed, 'replay').sample(seen, count)
  if (drawn.length === 0) throw new Refused('the bundle judged nothing that could be judged again')
  const { report: live } = await run({
    ...subject,
    areas: suites,
    sink: memorySink(),
    only: drawn,
    profile: statement.profile,
    budget: 'standard',
    seed,
    allow: allowance(target, allow),
    applicability: applicabilityOf(statement),
  })
  const now = live.requirements.filter(({ id }) => drawn.includes(id))
  const differing = now.find(({ id, verdict }) => verdict !== 'unverified' && verdict !== before.get(id))
  if (differing)
    throw new Refused(
      `${differing.id} is ${before.get(differing.id)} in the bundle and ${differing.verdict} live: ${differing.message ?? ''}`,
    )
  const unjudged = now.filter(({ verdict }) => verdict === 'unverified')
  if (unjudged.length > 0)
    throw new Refused(
      `${unjudged.length} of ${drawn.length} could not be judged live, such as ${unjudged[0]?.id}: ${unjudged[0]?.message ?? ''}`,
    )
  return `${drawn.length} of ${seen.length} requirements, drawn at random (seed ${seed}), have the same verdicts live at ${addressText(live.target)}`
}
