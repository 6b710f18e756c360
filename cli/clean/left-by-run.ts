/**
 * What a run left behind according to its folder: the leftovers in its report or, if the run was killed, everything it
 * made.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { type Departure, exchange, IN_FLIGHT } from '../../harness/index.ts'
import { madeBy, mayHaveMade, takenBy } from '../../suites/messaging/leftovers.ts'
import { readRecords } from '../finished/read-records.ts'
import { readRun } from '../finished/read-run.ts'
import { UsageError } from '../usage-error.ts'

interface Thing {
  readonly kind: string
  readonly id: number | string
  /** Why its removal cannot be tried. */
  readonly stays?: string
}

export interface LeftByRun {
  readonly things: readonly Thing[]
  /** Who made reusable links (by the actor's name in the target file), and when. */
  readonly links: readonly { readonly actor: string | null; readonly from: number; readonly to: number }[]
}

export async function readLeftByRun(folder: string, run: string): Promise<LeftByRun> {
  const { report, exchanges } = await readRun(folder, undefined, 'all')
  const known = report.run.id !== 'unknown'
  if (known && report.run.id !== run) throw new UsageError(`${folder} holds run ${report.run.id}, not ${run}`)
  const links = exchanges.filter(makesLink).map(linkMade)
  if (!report.run.unfinished) {
    return {
      links,
      things: report.leftovers.map(({ kind, id, why }) =>
        hasNoId({ kind, id }) ? { kind, id, stays: why } : { kind, id },
      ),
    }
  }
  const ours = exchanges.some(({ request }) => `${request.url} ${request.body}`.includes(run))
  if (!known && !ours) throw new UsageError(`nothing in ${folder} carries the id ${run}`)
  const made = new Map<string, Thing>()
  for (const seen of exchanges.map(exchange)) {
    for (const one of madeBy(seen)) made.set(keyOf(one), one)
    for (const one of takenBy(seen)) made.delete(keyOf(one))
  }
  const answered = new Set(exchanges.map(({ n }) => n))
  for (const departure of await departuresIn(folder))
    if (!answered.has(departure.n))
      for (const one of mayHaveMade(departure))
        made.set(keyOf(one), BY_NAME.includes(one.kind) ? one : { ...one, stays: ON_ITS_WAY })
  const things = [...made.values()].map(one => (hasNoId(one) ? { ...one, stays: one.stays ?? NAMELESS } : one))
  return { things, links }
}

const makesLink = ({ request, response }: ExchangeRecord): boolean =>
  request.method === 'POST' &&
  request.url.endsWith('/invites/multiuse') &&
  (response?.body ?? '').includes('invite_link')

/** One second of tolerance on both sides, because the clocks of two machines differ. */
const linkMade = ({ actor, sentAt, receivedAt }: ExchangeRecord): LeftByRun['links'][number] => ({
  actor,
  from: Math.floor(Date.parse(sentAt) / 1000) - 1,
  to: Math.ceil(Date.parse(receivedAt ?? sentAt) / 1000) + 1,
})

/** Kinds of things that can be removed by the name in the request that made them. */
const BY_NAME: readonly string[] = ['channel', 'invitation', 'navigation view', 'user group']
const NAMELESS = 'it cannot be identified'
const ON_ITS_WAY = 'its request was on its way when the run was killed: it may be there'

const keyOf = ({ kind, id }: Thing): string => `${kind} ${id}`

function departuresIn(folder: string): Promise<Departure[]> {
  const file = join(folder, IN_FLIGHT)
  return existsSync(file) ? readRecords<Departure>(file, isDeparture, []) : Promise.resolve([])
}

const isDeparture = (value: unknown): value is Departure =>
  typeof value === 'object' && value !== null && 'n' in value && 'via' in value && 'request' in value

/** Unread messages are known by their number only, unless the provisioner says which they are. */
const hasNoId = ({ kind, id }: Thing): boolean =>
  kind === 'unread messages' || (typeof id === 'string' && /^of exchange |\{\{secret:/.test(id))
