/** Replays one trial of a check from the seed, with recorded replies, to find out which requests it would send. */
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Api, apiNamed, type Requirement, staffedIn } from '../api.ts'
import type { Budget, Check } from '../check.ts'
import { virtualClock } from '../clock.ts'
import { type Exchange, isObject } from '../evidence/exchange.ts'
import { longReplies } from '../http/breath.ts'
import type { Client, Reply } from '../http/client.ts'
import type { TriedAgain } from '../properties/generation.ts'
import { peopleFor } from '../run/conduct.ts'
import { entryOf } from '../target/api-entry.ts'
import type { Target } from '../target/load-target.ts'
import { Undecided } from '../undecided.ts'
import { makeWorld, type WorldParts } from '../world/make-world.ts'
import { differenceOf, type Known, type Sent } from './alike.ts'
import { standInCast, standInFixtures } from './stand-in-people.ts'
import { standIns } from './stand-ins.ts'

/** What is known about the run. */
export interface Recording {
  readonly apis: readonly Api[]
  /** As far as the evidence shows. */
  readonly target: Target
  readonly runId: string
  readonly seed: number
  readonly budget: Budget
  readonly judged: ReadonlyMap<string, Requirement>
  readonly exchanges: ReadonlyMap<number, Exchange>
}

export interface Played {
  readonly requests: readonly Sent[]
  /** What is needed to compare them with recorded requests. */
  readonly known: Known
  /** The exchanges that the trial is judged on; none unless each of them records the very same request. */
  readonly judged: readonly number[]
  /** What the choice of trials depends on. */
  readonly draw: readonly number[]
}

/** What a claim says about its trial; `exchanges` is empty if there is no claim. */
export type Trial = Pick<ClaimRecord, 'args' | 'control' | 'exchanges'>

export async function trialAgain(check: Check, claim: Trial, recording: Recording): Promise<Played> {
  const { apis, target, runId, seed, budget, judged } = recording
  const requests: Sent[] = []
  const answered = new Set<number>()
  let tried: TriedAgain | null | undefined
  let draw: readonly number[] = []
  const ids = new Set<number>()
  const answer = answering(check, claim, recording, ids, answered)
  const client: Client = {
    async send({ operation, method, body, departing, ...given }) {
      const { url, headers } = { ...given, ...(await departing?.()) }
      const text = typeof body === 'string' || body === null ? body : Buffer.from(body).toString('utf8')
      const sent = { operation, request: { method, url, headers: { ...headers }, body: text, sent: [] } }
      requests.push(sent)
      return answer(sent)
    },
  }
  const stand = standIns()
  const api = staffedIn(apis)
  const baseUrl = entryOf(target, api?.name ?? '')?.baseUrl ?? ''
  const known = Object(claim.args['restsOn'])['limits']
  const cast = standInCast(api, baseUrl, runId, stand)
  const nothing = (): void => {}
  const parts: WorldParts = {
    target,
    apis,
    runId,
    seed,
    budget,
    judged,
    cast,
    clock: virtualClock(),
    clientOf: () => client,
    provisioner: standInFixtures(api, Object(known), stand),
    generated: {
      path: String(claim.args['path']),
      found: new Map(),
      onTried(one) {
        tried = one
      },
      onDraw(one) {
        draw = one
      },
    },
    allow: ['write', 'destructive'],
    ledger: { add: nothing, undecided: nothing, of: () => [], count: 0, madeBy: () => 0, unkept: () => 0 },
    hurried: () => false,
    long: longReplies(),
    firstRequests: () => [],
    alone: (_api, _check, action) => action(),
    observe: nothing,
    made: nothing,
    cleanArgs: args => args,
  }
  try {
    const people = await peopleFor(check, parts)
    await check.run(makeWorld(parts, { item: check, attempt: 1, again: false, people, memo: new Map() }))
  } catch {
    // Whatever ended it early does not affect the requests that were made before.
  }
  const judgedOn = tried?.replies.map(({ exchange }) => exchange.n) ?? []
  const isShown = judgedOn.length > 0 && judgedOn.every(n => answered.has(n))
  return { requests, known: { runId, ids, names: tried?.generated }, judged: isShown ? judgedOn : [], draw }
}

/** Finds a recorded reply: to this very request, else to the control, else to any accepted request of the operation. */
function answering(
  check: Check,
  { control, exchanges: cited }: Trial,
  recording: Recording,
  ids: Set<number>,
  answered: Set<number>,
) {
  const { exchanges, apis, runId } = recording
  const credentials = credentialHeaders(apis)
  const used = new Set<number>()
  const all = [...exchanges.values()].filter(({ via, response }) => via === 'target' && response !== undefined)
  const ofCheck = all.filter(one => one.check === check.id)
  const own = cited.length === 0 ? ofCheck : ofCheck.filter(one => one.n < Math.max(...cited)).reverse()
  const claimed = cited.flatMap(n => exchanges.get(n) ?? [])
  return (sent: Sent): Reply => {
    const ofOperation = all.filter(({ operation }) => operation === sent.operation)
    const withSameCredentials = ofOperation.filter(({ request }) => credentials(request) === credentials(sent.request))
    const same = withSameCredentials.length > 0 ? withSameCredentials : ofOperation
    const isFresh = (one: Exchange): boolean => !used.has(one.n) && one.operation === sent.operation
    const isThis = (one: Exchange): boolean => isFresh(one) && differenceOf(sent, one, { runId, ids }) === null
    const first = claimed.find(isThis)
    const ofControl = [exchanges.get(control ?? 0)].find(one => one && isFresh(one) && same.includes(one))
    const exact = first ?? (ofControl ? undefined : own.find(isThis))
    const chosen = exact ?? ofControl ?? same.find(one => wasAccepted(one, apis)) ?? same[0]
    if (exact) answered.add(exact.n)
    if (!chosen?.response) throw new Undecided('prerequisite-failed', `there is no reply to ${sent.operation}`)
    used.add(chosen.n)
    for (const id of idsIn(chosen.json)) ids.add(id)
    const { status, headers, body } = chosen.response
    return { exchange: chosen, status, headers, body, json: chosen.json, throttled: false }
  }
}

/** The names of the headers with credentials that a request has: without them, it gets other replies. */
const credentialHeaders = (apis: readonly Api[]): ((request: Exchange['request']) => string) => {
  const names = new Set(['authorization', ...apis.flatMap(({ secretNames }) => secretNames?.headers ?? [])])
  return ({ headers }) =>
    Object.keys(headers)
      .map(name => name.toLowerCase())
      .filter(name => names.has(name))
      .sort()
      .join()
}

const wasAccepted = (one: Exchange, apis: readonly Api[]): boolean => {
  const outcome = apiNamed(apis, one.api)?.replies.outcome(one) ?? 'neither'
  return outcome === 'success' || (outcome === 'neither' && one.response?.status === 200)
}

/** The numbers in a reply whose members are named as ids. */
function idsIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return /(?:^|_)ids?$/i.test(name) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(one => idsIn(one, name))
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => idsIn(one, key)) : []
}
