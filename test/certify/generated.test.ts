/** Verification accepts only generated requests that the seed of the bundle produces. */
import { expect, test } from 'vitest'
import type { Findings } from '../../cli/verify/context.ts'
import { drawnClaims } from '../../cli/verify/generated.ts'
import { checkGeneratedRequests } from '../../cli/verify/generated-requests.ts'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { type Draw, exchange, memorySink, run, trialsOf } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const DRAW: Draw = [40, 3, 12, 6]
const trials = trialsOf(1, 'a.b.c', DRAW)

const found = (paths: readonly (number | string)[], seed = 1, sender = 'a.b.c', trial: unknown = DRAW): Findings =>
  ({
    report: { run: { seed } },
    exchanges: paths.map((_, index) => ({ n: index + 1, check: sender })),
    claims: paths.map((path, index) => ({
      ...{ n: index + 1, check: 'a.b.c', attempt: 1, exchanges: [index + 1] },
      args: { path: String(path), trial },
    })),
  }) as unknown as Findings

test('trials of the seed are accepted, also if some are missing or were shrunk', () => {
  expect(drawnClaims(found(trials))).toHaveLength(12)
  expect(drawnClaims(found(trials.filter((_, index) => index % 3 > 0)))).toHaveLength(8)
  expect(drawnClaims(found([`${trials[0]}:2:0`]))).toHaveLength(1)
})

test.each<[string, Findings, string]>([
  ['another seed', found(trials, 77), 'seed 77 does not make'],
  ['another order', found([...trials].reverse()), 'seed 1 does not make'],
  ['a trial that was not drawn', found([9999]), 'is about trial 9999 of a.b.c'],
  ['a trial twice', found([trials[0] ?? 0, trials[0] ?? 0]), 'does not make there'],
  ['a request of another check', found(trials, 1, 'x.y.z'), 'which did not send exchange 1'],
  ['an unknown kind of draw', found(trials, 1, 'a.b.c', 'any'), 'does not say what its trial was drawn from'],
  [
    'a draw that is far too large',
    found(trials, 1, 'a.b.c', [1e9, 1, 1, 1]),
    'does not say what its trial was drawn from',
  ],
])('%s is refused', (_, findings, message) => {
  expect(() => drawnClaims(findings)).toThrow(message)
})

/** The evidence of a run of these checks. */
async function evidence(only: readonly string[], variants: readonly string[] = []): Promise<Findings> {
  const sink = memorySink()
  const { report } = await run({
    ...{ ...referenceInProcess({ variants }), areas: suites, sink, budget: 'standard', seed: 5, only },
    ...{ allow: ['write', 'destructive'], throwaway: true },
  })
  return { report, ...records(sink.exchanges, sink.claims) } as unknown as Findings
}

const records = (exchanges: readonly ExchangeRecord[], claims: readonly ClaimRecord[]) => ({
  exchanges,
  claims,
  evidence: { exchanges: new Map(exchanges.map(one => [one.n, exchange(one)])), claims },
})

type Change = (request: ExchangeRecord['request']) => Partial<ExchangeRecord['request']>

/** The same evidence with a changed request in the last trial of a check. */
function tampered(found: Findings, check: string, change: Change): Findings {
  const { exchanges = [], claims = [] } = found
  const cited = drawnClaims(found).filter(claim => claim.check === check)
  const last = cited.at(-1)?.exchanges.at(-1)
  const changed = exchanges.map(one =>
    one.n === last ? { ...one, request: { ...one.request, ...change(one.request) } } : one,
  )
  return { ...found, ...records(changed, claims) }
}

const body =
  (pattern: RegExp, other: string): Change =>
  ({ body: text }) => ({ body: text?.replace(pattern, other) ?? null })

const MADE = [
  'messaging.properties.accepts-drafts',
  'messaging.properties.accepts-user-groups',
  'messaging.properties.refuses-profile-fields',
  'messaging.properties.hostile-text',
  'messaging.sequences.user-groups',
  'trading.signing.generated',
]

test('requests are generated again from the seed, and any difference is refused', async () => {
  const found = await evidence(MADE)
  const drawn = drawnClaims(found)
  expect(new Set(drawn.map(({ check }) => check))).toEqual(new Set(MADE))
  await checkGeneratedRequests(found, drawn)
  const forged: readonly (readonly [check: string, change: Change, message: RegExp])[] = [
    ['messaging.properties.accepts-drafts', body(/content/, 'contents'), /accepts-drafts: drafts differs/],
    ['messaging.properties.accepts-user-groups', body(/description=/, 'description=x'), /description differs/],
    ['messaging.properties.accepts-user-groups', ({ body: text }) => ({ body: `${text}&more=1` }), /more differs/],
    ['messaging.properties.refuses-profile-fields', body(/=[^&]*/g, '=x1'), /refuses-profile-fields: \w+ differs/],
    ['messaging.properties.hostile-text', body(/.+/s, 'name=plain'), /hostile-text: /],
    ['messaging.sequences.user-groups', ({ url }) => ({ url: `${url}?all=true` }), /sequences.user-groups: .* differs/],
    ['trading.signing.generated', ({ url }) => ({ url: `${url}&harmless=1` }), /harmless differs/],
  ]
  for (const [check, change, message] of forged)
    await expect(checkGeneratedRequests(tampered(found, check, change), drawn)).rejects.toThrow(message)
  const gone = drawn.filter(({ check }) => check === 'messaging.properties.accepts-user-groups').at(-1)
  const kept = (found.claims ?? []).filter(claim => claim !== gone)
  const rest = { ...found, ...records(found.exchanges ?? [], kept) }
  await expect(checkGeneratedRequests(rest, drawnClaims(rest))).rejects.toThrow('there is no claim about trial')
  const fewer = drawn.map(claim => ({ ...claim, args: { ...claim.args, trial: [1, 1, 1, 1] } }))
  await expect(checkGeneratedRequests(found, fewer)).rejects.toThrow('others than')
  const claims = drawn.map(claim => ({ ...claim, args: { ...claim.args, restsOn: { limits: { max: 1e12 } } } }))
  await expect(checkGeneratedRequests(found, claims)).rejects.toThrow('limits that no target has')
})

test.each(['trading.access.bare-private-replies', 'trading.access.bare-private-refusals-alike'])(
  'signed requests are generated again with %s, which answers without an envelope',
  async variant => {
    const found = await evidence(['trading.signing.*'], [variant])
    const drawn = drawnClaims(found)
    expect(drawn.length).toBeGreaterThan(0)
    await expect(checkGeneratedRequests(found, drawn)).resolves.toBeUndefined()
  },
)
