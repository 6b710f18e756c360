/** The embedded reference reduced to what another target has, so that a run's requests can be counted without sending any. */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement } from '../../generated/formats.ts'
import type { Target, Transport } from '../../harness/index.ts'
import { type CombinationTally, ConfigurationError, memorySink, run } from '../../harness/index.ts'
import { REFERENCE_ORIGIN } from '../run/base-addresses.ts'
import type { RunScope } from '../run/run-flags.ts'
import { type Provided, type SharedValue, sharedValues } from '../shards/shared-values.ts'
import { embeddedReference } from './embedded-reference.ts'

type Messaging = NonNullable<Target['messaging']>
type Fixtures = NonNullable<Messaging['fixtures']>
type Trading = NonNullable<Target['trading']>

/** How many requests a run would send to each API of a conformant target. */
export async function expectedRequests(scope: RunScope): Promise<Record<string, number>> {
  return countedIn((await rehearse(scope)).exchanges)
}

/** Counts the requests to each API. */
export function countedIn(exchanges: readonly ExchangeRecord[]): Record<string, number> {
  const counts: Record<string, number> = { trading: 0, messaging: 0 }
  for (const { via, api } of exchanges) if (via === 'target') counts[api] = (counts[api] ?? 0) + 1
  return counts
}

/** What this run would do if the target were the embedded reference, without APIs that the reference does not have. */
export interface Rehearsed {
  readonly exchanges: readonly ExchangeRecord[]
  readonly claims: readonly ClaimRecord[]
  readonly shared: readonly SharedValue[]
  readonly provided: ReadonlyMap<string, Provided>
  /** Pairs of values that would occur in one request. */
  readonly pairs: Readonly<Record<string, CombinationTally>>
  /** The requirements that would be left out because no request was left for them. */
  readonly beyondCap: ReadonlySet<string>
}

export async function rehearse(scope: RunScope): Promise<Rehearsed> {
  const { target, transport, clock } = embeddedReference(scope.target.messaging?.featureLevel)
  const sink = memorySink()
  const { all, provided, onShared, onProvided } = sharedValues(() => sink.exchanges.length)
  const reduced = await reducedLike(target, scope.target, transport)
  let pairs: Rehearsed['pairs'] = {}
  let beyondCap: Rehearsed['beyondCap'] = new Set()
  try {
    const { report } = await run({
      ...scope,
      target: reduced,
      transport,
      clock,
      sink,
      onShared,
      onProvided,
      once: true,
      runId: 'rehearsal',
    })
    pairs = report.coverage['pairs'] as Rehearsed['pairs']
    if (scope.maxRequests !== undefined) beyondCap = new Set(report.requirements.filter(isLeftOut).map(({ id }) => id))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
  }
  return { exchanges: sink.exchanges, claims: sink.claims, shared: all(), provided, pairs, beyondCap }
}

/** What a run of a part of the budget leaves out; that alone is not planned. */
const isLeftOut = ({ verdict, reason, planned }: JudgedRequirement): boolean =>
  verdict === 'unverified' && reason === 'budget' && planned === false

/** The reference with no more than the real target has: APIs, credentials, actors, fixtures. */
async function reducedLike(reference: Target, real: Target, transport: Transport): Promise<Target> {
  const { trading, messaging, ...rest } = reference
  return {
    ...rest,
    allow: [...(real.allow ?? [])],
    ...(trading && real.trading && { trading: tradingLike(trading, real.trading) }),
    ...(messaging && real.messaging && { messaging: await messagingLike(messaging, real.messaging, transport) }),
  }
}

function tradingLike({ credentials, signedProbe, ...rest }: Trading, real: Trading): Trading {
  return {
    ...rest,
    ...(credentials && real.credentials && { credentials }),
    ...(signedProbe &&
      real.signedProbe && { signedProbe: { ...signedProbe, extraParams: real.signedProbe.extraParams ?? false } }),
  }
}

async function messagingLike(reference: Messaging, real: Messaging, transport: Transport): Promise<Messaging> {
  const { provisioner, actors, fixtures: _own, ...rest } = reference
  const roles = new Map(Object.entries(actors ?? {}).map(([name, entry]) => [entry.role ?? name, entry]))
  const cast = Object.entries(real.actors ?? {}).flatMap(([name, entry]) => {
    const known = actors?.[name] ?? roles.get(entry.role ?? name)
    return known ? [[name, { ...known, ...(entry.role !== undefined && { role: entry.role }) }] as const] : []
  })
  const kinds = real.provisioner === undefined ? Object.keys(real.fixtures ?? {}) : []
  return {
    ...rest,
    actors: Object.fromEntries(cast),
    ...(provisioner !== undefined && real.provisioner !== undefined && { provisioner }),
    ...(kinds.length > 0 && { fixtures: await readyMade(kinds, transport) }),
  }
}

async function readyMade(kinds: readonly string[], transport: Transport): Promise<Fixtures> {
  const entries = kinds.map(async kind => {
    const reply = await transport.send({
      method: 'POST',
      url: `${REFERENCE_ORIGIN}/provision`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fixture: kind, with: {} }),
    })
    const { value } = JSON.parse(reply.body) as { value?: Fixtures[string] }
    return [kind, value ?? {}] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
