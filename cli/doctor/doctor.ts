/** `assay doctor`: tries a target and says what a run could and could not judge. */
import {
  allowance,
  ConfigurationError,
  ceilingOf,
  loadTarget,
  openSession,
  type Plan,
  planRun,
  type Target,
} from '../../harness/index.ts'
import { obstacles, type Unjudged } from '../../reports/index.ts'
import { apis, suites } from '../../suites/index.ts'
import type { Subject } from '../embedded-reference.ts'
import type { Io } from '../io.ts'
import { includes } from '../levels/infer-level.ts'
import { deviationInWords, levelInWords, lookAtLevels } from '../levels/levels.ts'
import { UsageError } from '../usage-error.ts'
import { account } from './account.ts'
import type { DoctorReport } from './doctor-report.ts'
import { type Finding, good, note, wrong } from './finding.ts'
import { fixtures, type Tried } from './fixtures.ts'
import { nextFor } from './next-step.ts'
import { barred, people } from './people.ts'
import { reach } from './reach.ts'
import { tellDoctor } from './tell-doctor.ts'

export interface DoctorFlags {
  readonly target: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly json?: boolean
}

export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  try {
    const report = await examine({ target: loadTarget(flags.target) }, flags.allow ?? [])
    io.out(flags.json ? `${JSON.stringify(report)}\n` : tellDoctor(report, io))
    return report.good ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message)
    throw error
  }
}

async function examine(subject: Subject, words: readonly ('write' | 'destructive')[]): Promise<DoctorReport> {
  const { target } = subject
  const allow = allowance(target, words)
  const session = openSession({ ...subject, apis, allow, onExchange: () => {} })
  const findings: Finding[] = []
  const dead = new Map<string, string>()
  let tried: Omit<Tried, 'findings'> = { lacking: new Map(), lackingFor: [], nobody: new Map() }
  let refused: ReadonlyMap<string, string> = new Map()
  try {
    for (const api of ['trading', 'messaging'] as const) {
      if (!target[api]) continue
      const reached = await reach(session, api)
      findings.push(...reached.findings)
      if (!reached.alive) dead.set(api, `nothing answers at ${target[api].baseUrl}`)
      else if (api === 'trading') findings.push(await account(session))
      else {
        findings.push(...(await people(session)), ...(await level(subject)))
        const { findings: about, ...had } = await fixtures(session, allow.includes('write'))
        findings.push(...about)
        tried = had
        refused = await barred(session)
      }
    }
  } finally {
    await session.cleanUp()
    await session.close()
  }
  findings.push(...ceilings(target))
  const plan = planRun({ target, areas: suites, allow: words })
  return session.cleanArgs({
    target: target.name,
    good: findings.every(({ state }) => state !== 'wrong'),
    findings,
    ...outlook(plan, { dead, refused, ...tried }, target),
    leftovers: session.leftovers,
  })
}

async function level(subject: Subject): Promise<Finding[]> {
  const report = await lookAtLevels({ ...subject, target: { ...subject.target, allow: [] } }, [])
  const { claimed, changes, deviations } = report
  if (changes.every(({ shown }) => shown === 'unclear'))
    return [note('feature level', `${claimed} is claimed; reading alone shows nothing of it`, SEE_LEVELS)]
  const behaves = levelInWords(report)
  const deviating = deviations.map(one =>
    note('feature level', `It behaves as ${behaves}, but ${deviationInWords(one)}`, DEVIATES),
  )
  if (!includes(report, claimed))
    return [
      wrong(
        'feature level',
        `${claimed} is claimed, but it behaves as ${behaves}`,
        `Correct messaging.featureLevel. ${SEE_LEVELS}`,
      ),
      ...deviating,
    ]
  const { from, to } = report
  const fits = to === null ? `${from} or newer` : `${from} to ${to}`
  return [good('feature level', `${claimed} is claimed; what reading shows of it fits (${fits})`), ...deviating]
}

const DEVIATES = 'This is a deviation of the deployment, not a lower level: leave messaging.featureLevel as it is.'
const SEE_LEVELS = '`assay levels --allow write` shows every change.'

function ceilings(target: Target): Finding[] {
  return (['trading', 'messaging'] as const).flatMap(api => {
    if (!target[api]) return []
    const rate = ceilingOf(target, api)
    if (api === 'trading' && rate > 0 && rate < 10)
      return [
        note(
          'rate',
          `trading is asked at most ${rate} times a second: the limit of 10 cannot be judged`,
          'Raise requestsPerSecond to 10.',
        ),
      ]
    return [good('rate', `${api} is asked ${rate === 0 ? 'as fast as it answers' : `at most ${rate} times a second`}`)]
  })
}

function outlook(
  plan: Plan,
  {
    dead,
    refused,
    lacking,
    lackingFor,
    nobody,
  }: Readonly<Record<'dead' | 'refused', ReadonlyMap<string, string>>> & Omit<Tried, 'findings'>,
  target: Target,
): Pick<DoctorReport, 'judged' | 'applicable' | 'obstacles'> {
  const applicable = plan.requirements.filter(({ state }) => state !== 'not-applicable')
  const entries = applicable.flatMap(({ requirement: { id, api, needs }, state, reason, why }): Unjudged[] => {
    const silence = dead.get(api)
    if (silence !== undefined) return [{ id, reason: 'unreachable', why: silence }]
    if (state === 'unverified') return [{ id, reason, why }]
    const person = needs.actors?.find(word => refused.has(word))
    if (person !== undefined) return [{ id, reason: 'no-credentials', why: refused.get(person) ?? null }]
    const missing = needs.actors?.find(word => nobody.has(word))
    if (missing !== undefined) return [{ id, reason: 'fixture-missing', why: nobody.get(missing) ?? null }]
    const kind = needs.fixtures?.find(one => lacking.has(one))
    if (kind !== undefined) return [{ id, reason: 'fixture-missing', why: lacking.get(kind) ?? null }]
    const form = lackingFor.find(({ only }) => only.test(id))
    return form ? [{ id, reason: 'fixture-missing', why: form.why }] : []
  })
  return {
    judged: applicable.length - entries.length,
    applicable: applicable.length,
    obstacles: obstacles(entries).map(obstacle => ({
      ...obstacle,
      next: nextFor(obstacle, target.file ?? 'the target file', target.messaging?.provisioner),
    })),
  }
}
