/** `assay doctor`: examines a target and reports what a run could and could not judge. */
import {
  allowance,
  apisIn,
  entryOf,
  loadTarget,
  openSession,
  planRun,
  type Reason,
  rateLimitOf,
  type Target,
  unknownNames,
} from '../../harness/index.ts'
import { counted } from '../../reports/index.ts'
import { includes } from '../levels/infer-level.ts'
import { deviationInWords, levelInWords, lookAtLevels } from '../levels/levels.ts'
import { type Suites, withOwnSuites } from '../own/own-suites.ts'
import type { Io } from '../process/io.ts'
import { statusLine } from '../process/status-line.ts'
import { type Interruptible, untilInterrupted } from '../process/until-interrupted.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { account } from './account.ts'
import type { DoctorReport } from './doctor-report.ts'
import { doctorText } from './doctor-text.ts'
import { type Finding, good, note, wrong } from './finding.ts'
import { causeOf, fixtures, isUntried, NOTHING_TRIED, type Tried } from './fixtures.ts'
import { nextFor } from './next-step.ts'
import { outlook } from './outlook.ts'
import { people, refusedRoles } from './people.ts'
import { reach } from './reach.ts'

export interface DoctorFlags {
  readonly target: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly suites?: string
  readonly json?: boolean
}

export async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  const known = await withOwnSuites(flags.suites)
  const subject = { target: loadTarget(flags.target) }
  const status = statusLine(io)
  const report = await untilInterrupted(flags.target, status.io, interruptible =>
    examine(subject, known, flags.allow ?? [], interruptible, status.show).finally(status.clear),
  )
  if (report === null) return 130
  io.out(flags.json ? `${JSON.stringify(report)}\n` : doctorText(report, io))
  return report.good ? 0 : 1
}

async function examine(
  subject: Subject,
  { areas, requirements: own }: Suites,
  words: readonly ('write' | 'destructive')[],
  { signal, mayCreate }: Interruptible,
  show: (text: string) => void,
): Promise<DoctorReport> {
  const { target } = subject
  const allow = allowance(target, words)
  const plan = planRun({ target, areas, own, allow: words })
  const inTarget = apisIn(areas).filter(({ name }) => entryOf(target, name))
  let part = ''
  const onExchange = (): void => show(`Testing ${part} (${counted(session.exchanges(), 'request')})…`)
  const session = openSession({ ...subject, apis: apisIn(areas), allow, signal, onExchange })
  if (allow.includes('write')) mayCreate(session)
  const findings: Finding[] = unknownNames(target, apisIn(areas)).map(sentence =>
    wrong(
      'target file',
      sentence,
      'Correct the name, give the actor a `role`, or name the folder of your own suites (--suites).',
    ),
  )
  const notReached = new Map<string, Reason>()
  let tried: Tried = NOTHING_TRIED
  let refused: ReadonlyMap<string, Reason> = new Map()
  let unsigned: Reason | null = null
  try {
    for (const api of inTarget) {
      part = `${api.name}: address`
      const reached = await reach(session, api)
      findings.push(...reached.findings)
      if (!reached.alive)
        notReached.set(api.name, {
          kind: 'wrong-address',
          says: `nothing usable answers at ${entryOf(target, api.name)?.baseUrl}`,
        })
      else if (api.name === 'trading') {
        part = 'trading: account'
        const finding = await account(session)
        findings.push(finding)
        if (finding.state === 'wrong') unsigned = { kind: 'check', code: 'prerequisite-failed', says: UNSIGNED }
      } else if (api.people) {
        part = `${api.name}: actors`
        findings.push(...(await people(session)), ...(await level(subject, signal)))
        part = `${api.name}: fixtures`
        tried = await fixtures(session, allow.includes('write'))
        findings.push(...aboutFixtures(tried))
        refused = await refusedRoles(session)
      }
    }
  } finally {
    await session.cleanUp()
    await session.close()
  }
  findings.push(
    ...rateLimits(
      target,
      inTarget.map(({ name }) => name),
    ),
  )
  const given = {
    ...{ file: target.file ?? 'the target file', provisioner: target.messaging?.provisioner },
    allows: target.allow ?? [],
  }
  const report = session.cleanArgs({
    target: target.name,
    good: findings.every(({ state }) => state !== 'wrong'),
    findings,
    fixtures: tried.fixtures.map(one => ({
      ...one,
      cause: one.because ? causeOf(one.because) : '',
      next: one.because && nextFor(one.because, given),
    })),
    ...outlook(plan, { unreachable: notReached, refused, unsigned, ...tried }, given, areas),
    leftovers: session.leftovers,
  })
  // `state` is our own word. It is restored here in case it equals a secret and was replaced.
  return {
    ...report,
    findings: report.findings.map((one, at) => ({ ...one, state: findings[at]?.state ?? one.state })),
  }
}

const UNSIGNED = 'the signed probe is not accepted (account, above)'

/** A provisioner that fails must be repaired; kinds that it cannot make only reduce what can be judged. */
function aboutFixtures({ fixtures: tried }: Tried): Finding[] {
  const failed = tried.filter(({ because }) => because?.kind === 'provisioning-error')
  const had = [...new Set(tried.filter(({ available }) => available).map(({ kind }) => kind))]
  const kinds = new Set(tried.map(({ kind }) => kind)).size
  const untried = new Set(tried.filter(isUntried).map(({ kind }) => kind)).size
  const not = untried === 0 ? '' : `, ${untried} ${untried === 1 ? 'was' : 'were'} not tried`
  const says = `${had.length} of ${kinds} kinds can be had${not}; each is listed below`
  if (failed.length > 0)
    return [
      wrong(
        'fixtures',
        `The provisioner fails for ${[...new Set(failed.map(({ kind }) => kind))].join(', ')}; the causes are listed below`,
        'Repair the provisioner, or let it answer {"unavailable": "why"} for what it cannot make.',
      ),
    ]
  return [had.length + untried === kinds ? good('fixtures', says) : note('fixtures', says)]
}

async function level(subject: Subject, signal: AbortSignal): Promise<Finding[]> {
  const report = await lookAtLevels({ ...subject, target: { ...subject.target, allow: [] } }, [], { signal })
  const { claimed, changes, deviations } = report
  const seeLevels = `\`npx --no-install assay levels --target ${subject.target.file ?? 'FILE'} --allow write\` shows every change.`
  if (changes.every(({ shown }) => shown === 'unclear'))
    return [note('feature level', `${claimed} is claimed; reading alone shows nothing of it`, seeLevels)]
  const behaves = levelInWords(report)
  const deviating = deviations.map(one =>
    note('feature level', `It behaves as ${behaves}, but ${deviationInWords(one)}`, DEVIATES),
  )
  if (!includes(report, claimed))
    return [
      wrong(
        'feature level',
        `${claimed} is claimed, but it behaves as ${behaves}`,
        `Correct messaging.featureLevel. ${seeLevels}`,
      ),
      ...deviating,
    ]
  const { from, to } = report
  const fits = to === null ? `${from} or newer` : `${from} to ${to}`
  return [good('feature level', `${claimed} is claimed; what reading shows of it fits (${fits})`), ...deviating]
}

const DEVIATES = 'This is a deviation of the deployment, not a lower level: leave messaging.featureLevel as it is.'

function rateLimits(target: Target, apis: readonly string[]): Finding[] {
  return apis.flatMap(api => {
    const rate = rateLimitOf(target, api)
    if (api === 'trading' && rate > 0 && rate < 10)
      return [
        note(
          'trading rate',
          `at most ${rate} requests per second: its rate limit of 10 cannot be judged`,
          'Raise requestsPerSecond to 10.',
        ),
      ]
    return [good(`${api} rate`, rate === 0 ? 'requests as fast as it answers' : `at most ${rate} requests per second`)]
  })
}
