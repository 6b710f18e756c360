/**
 * Makes the generated requests of a bundle again, from the seed and by the checks themselves, and compares them with
 * those sent.
 */
import { isDeepStrictEqual } from 'node:util'
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import {
  type Check,
  differenceOf,
  type Exchange,
  type Recording,
  type Requirement,
  type Target,
  trialAgain,
  trialsOf,
} from '../../harness/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { type Findings, need, Refused } from './context.ts'

const checks = new Map(
  suites.flatMap(({ items }) => items.flatMap(item => (item.does === 'check' ? [[item.id, item] as const] : []))),
)
const judged = new Map<string, Requirement>(requirements.map(one => [one.id, one]))

/** Ids from replies, names with the run id, and times may differ. */
export async function checkGeneratedRequests(found: Findings, claims: readonly ClaimRecord[]): Promise<void> {
  const { run, target } = need(found.report)
  const exchanges = new Map([...need(found.evidence).exchanges].sort(([one], [other]) => one - other))
  for (const claim of claims) {
    const check = checks.get(claim.check)
    if (!check) throw new Refused(`claim ${claim.n} is about a generated request of no check of this kit`)
    requireBounded(claim)
    const recording: Recording = {
      ...{ apis, judged, exchanges, runId: run.id, seed: run.seed, budget: run.budget },
      target: targetOf(target, claim, exchanges),
    }
    await requireMade(check, claim, recording)
    if (claims.find(one => one.check === check.id) !== claim) continue
    await requireClaimed(
      check,
      claims.filter(one => one.check === check.id),
      found,
      recording,
    )
  }
}

const LARGEST = 10_000_000

/** Generated texts get as long as the limits say, so the limits must not be too large. */
function requireBounded({ n, args }: ClaimRecord): void {
  const limits: unknown[] = Object.values(Object(Object(args['restsOn'])['limits']))
  if (limits.some(limit => !Number.isInteger(limit) || Number(limit) > LARGEST))
    throw new Refused(`claim ${n} is about a generated request within limits that no target has`)
}

async function requireMade(check: Check, claim: ClaimRecord, recording: Recording): Promise<void> {
  const { exchanges, seed } = recording
  const { requests, known, draw } = await trialAgain(check, claim, recording)
  if (!isDeepStrictEqual(draw, claim.args['trial']))
    throw new Refused(`claim ${claim.n} says that its trial is one of others than ${check.id} makes at this budget`)
  const sent = claim.exchanges.flatMap(n => exchanges.get(n) ?? [])
  for (const one of [...sent, ...earlierOf(check, sent, requests, exchanges)]) {
    if (one.request.cut) continue
    const differences = requests.map(made => differenceOf(made, one, known))
    if (differences.includes(null)) continue
    const name = differences.findLast(difference => difference !== 'the operation')
    throw new Refused(
      `exchange ${one.n} is not the request that seed ${seed} makes for trial ${String(claim.args['path'])} of ${check.id}: ${name ?? `${one.operation} is not sent there`}${name ? ' differs' : ''}`,
    )
  }
}

/** Throws if a trial that was drawn and made has no claim, although its replies would have given one. */
async function requireClaimed(check: Check, claims: readonly ClaimRecord[], found: Findings, all: Recording) {
  const own = need(found.claims).filter(claim => claim.check === check.id && claim.attempt === 1)
  const [first] = claims
  if (!first || own.some(({ outcome }) => outcome !== 'holds')) return
  const cited = new Set(own.flatMap(({ exchanges }) => exchanges))
  const tried = new Set(claims.map(({ args }) => Number(String(args['path']).split(':')[0])))
  for (const path of trialsOf(all.seed, check.id, first.args['trial'] as never)) {
    if (tried.has(path)) continue
    const trial = { args: { ...first.args, path }, control: null, exchanges: [] }
    const { judged: due } = await trialAgain(check, trial, all)
    if (due.length > 0 && !due.some(n => cited.has(n)))
      throw new Refused(`there is no claim about trial ${path} of ${check.id}, which sent exchange ${due.join(', ')}`)
  }
}

/** If a claim cites only what was read afterwards: the request of the same check right before. */
function earlierOf(
  check: Check,
  sent: readonly Exchange[],
  requests: readonly { readonly operation: string | null }[],
  exchanges: ReadonlyMap<number, Exchange>,
): Exchange[] {
  const wanted = requests.at(-2)?.operation
  const [first] = sent
  if (!first || requests.length < 2 || sent.some(({ operation }) => operation === wanted)) return []
  const before = [...exchanges.values()].findLast(
    one => one.n < first.n && one.check === check.id && one.operation === wanted && one.via === 'target',
  )
  return before ? [before] : []
}

/** The target as far as the evidence shows it. All that a trial needs of it is in the record. */
function targetOf(target: Report['target'], claim: ClaimRecord, exchanges: ReadonlyMap<number, Exchange>): Target {
  const { trading, messaging } = target
  const control = exchanges.get(claim.control ?? 0)
  const restsOn = Object(claim.args['restsOn'])
  const base = { name: target.name, folder: '.', file: null, requestsPerSecond: 0 }
  const domain = typeof restsOn.inviteDomain === 'string' ? { inviteDomain: restsOn.inviteDomain } : {}
  return {
    ...base,
    ...(messaging && { messaging: { baseUrl: messaging.baseUrl, featureLevel: messaging.featureLevel, ...domain } }),
    ...(trading && {
      trading: { baseUrl: trading.baseUrl, credentials: KEYS, ...probeOf(control, claim, trading.baseUrl) },
    }),
  } as Target
}

const KEYS = { apiKey: 'standin1x', secretKey: 'standin2x' }

/** The signed probe, taken from the control of a claim. The claim's arguments state how its acceptance is read. */
function probeOf(control: Exchange | undefined, { args }: ClaimRecord, baseUrl: string): object {
  if (control?.operation !== 'signedProbe') return {}
  const { by, pointer, equals } = Object(args['reading'])
  const accepted = by === 'pointer' ? { accepted: { pointer, equals } } : {}
  const { pathname, searchParams } = new URL(control.request.url)
  const params = Object.fromEntries([...searchParams].filter(([name]) => name !== 'timestamp'))
  const path = pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)
  return { signedProbe: { method: control.request.method, path, params, extraParams: true, ...accepted } }
}
