/** Combines features of signed requests with each other and with each mistake: trading contract, "Authentication". */
import {
  type Combinations,
  claimEach,
  covering,
  encodeQuery,
  interact,
  nearMisses,
  type Reply,
  type Row,
  type Ruling,
  type Sent,
} from '../../../harness/index.ts'
import { area } from '../area.ts'
import { secondLook } from '../asked.ts'
import { type Account, account, lastDigitFlipped, type Making, send } from '../signing/account.ts'
import { accepted, isAccepted, refused } from '../signing/signing.predicates.ts'
import type { SignedRequest, Venue } from '../venue.ts'
import type { World } from '../world.ts'
import { type Base, basesFor } from './signed-bases.ts'
import type { Draft, Form } from './signed-forms.ts'
import { type Mistake, mistakes } from './signed-mistakes.ts'
import { planned, signedCombinations } from './signed-requests.ts'

interface Done extends Sent {
  readonly reply: Reply
}

/** How many combinations are sent at most: correct ones, and ones with a mistake. */
const MOST = { quick: [4, 0], standard: [30, 120], thorough: [200, 900] } as const

export default area('trading.signing', ({ combine }) => [
  combine(
    'combined',
    [
      'trading.signing.plain',
      'trading.signing.any-order',
      'trading.signing.generated',
      ...new Set(mistakes.map(({ refusedBy }) => refusedBy)),
    ],
    async world => {
      const own = await account(world)
      await secondLook(world)
      const combinations = signedCombinations(world.venue)
      const kept: Done[] = []
      const failure = await acceptedRows(world, own, combinations, kept).catch((error: unknown) => ({ error }))
      // A correct request that is refused must not hide a wrong one that is accepted.
      const claims = await withMistakes(world, own, combinations, kept)
      claimEach([
        ...claims,
        () => {
          if (failure) throw failure.error
        },
      ])
    },
    { needs: { credentials: true, probe: true } },
  ),
])

/**
 * Sends correct combinations, all at once; the engine then judges them and shrinks one that fails. The plainest is the control.
 */
async function acceptedRows(world: World, own: Account, combinations: Combinations, kept: Done[]): Promise<undefined> {
  const strength = strengthOf(world)
  const rows = covering(combinations, { seed: world.generation.seed, strength }).slice(0, MOST[world.budget][0])
  const sent = new Map(
    rows.map((row, after) => [
      row,
      isPlainest(combinations, row) ? own.control : send(world, own, making(planOf(row), null), { after }),
    ]),
  )
  await Promise.allSettled(sent.values())
  const driver = {
    send: async (row: Row): Promise<Done> => {
      const reply = await (sent.get(row) ?? send(world, own, making(planOf(row), null)))
      sent.delete(row)
      const done = { row, reply, outcome: isAccepted(reply.exchange, own.reading) ? 'success' : 'error' } as const
      if (done.outcome === 'success') kept.push(done)
      return done
    },
    judge: ({ row, reply }: Done): readonly Ruling[] => [
      {
        requirement: requirementOf(world, row),
        ...{ row, replies: [reply], control: own.control, predicate: accepted },
        args: { sent: `a correctly signed request with ${inWords(row)}`, reading: own.reading },
      },
    ],
    review: () => Promise.resolve([]),
  }
  await interact(world, combinations, driver, { rows: rows.length, strength })
}

const strengthOf = ({ budget }: World): 2 | 3 => (budget === 'thorough' ? 3 : 2)

const isPlainest = ({ factors }: Combinations, row: Row): boolean =>
  factors.every(({ name, values }) => row[name] === values[0]?.name)

function requirementOf(world: World, row: Row): string {
  if ((row['added'] ?? 'none') !== 'none') return 'trading.signing.generated'
  return row['timestamp'] === 'last' ? 'trading.signing.plain' : anyOrder(world)
}

/**
 * If the run does not judge any-order, because the probe tolerates no additional parameters, the order of its own ones counts as
 * plain.
 */
const anyOrder = (world: World): string =>
  world.judges('trading.signing.any-order') ? 'trading.signing.any-order' : 'trading.signing.plain'

type Claims = (() => unknown)[]

/** An accepted request, and a mistake that is made in it. */
interface WrongRequest {
  readonly mistake: Mistake
  readonly form: Form
  readonly plan: Plan
  readonly control: Reply
  /** Its features in words. */
  readonly words: string
  readonly rows: readonly Row[]
}

async function withMistakes(
  world: World,
  own: Account,
  combinations: Combinations,
  plain: readonly Done[],
): Promise<Claims> {
  const most = MOST[world.budget][1]
  const claims: Claims = []
  if (most === 0) return claims
  const all = [...(await inBases(world, own, claims)), ...inRows(world, combinations, plain)].slice(0, most)
  const sendings = all.map((wrong, index) => ({
    ...wrong,
    pending: send(world, own, making(wrong.plan, wrong.form), { after: index + 1 }),
  }))
  // No request may still be under way when a failure ends the check.
  await Promise.allSettled(sendings.map(({ pending }) => pending))
  for (const { mistake, form, control, words, rows, pending } of sendings) {
    const reply = await pending
    for (const row of rows.map(one => ({ ...one, mistake: mistake.name }))) {
      world.combined.sent(combinations.operation, row)
      world.combined.judged(combinations.operation, row)
    }
    const sent = `${form.sent}, with ${words},`
    const args = { sent, reading: own.reading }
    claims.push(() => world.claimFor(mistake.refusedBy, reply).against(control).keeps(refused, args))
  }
  return claims
}

/** The order: each form of each mistake in the first base, one form of each mistake in each other base, then the other forms. */
async function inBases(world: World, own: Account, claims: Claims): Promise<WrongRequest[]> {
  const every: WrongRequest[][] = []
  for (const [at, base] of basesFor(world.venue).entries()) {
    let right: SignedRequest | null = null
    const control = await send(world, own, (venue, timestamp) => {
      right = making(base.planned, null)(venue, timestamp)
      return right
    })
    const args = { sent: `a correctly signed request with ${base.sent}`, reading: own.reading }
    claims.push(() => world.claimFor(anyOrder(world), control).against(own.control).keeps(accepted, args))
    if (!isAccepted(control.exchange, own.reading)) continue
    if (at === 0 && right) claims.push(...(await reuseAccepted(world, own, right, control, base.sent)))
    const wrongs = mistakes.map(mistake =>
      formsOf(world, mistake)
        .filter(form => applies(world, base.planned, form))
        .map(form => ({ mistake, form, plan: base.planned, control, words: base.sent, rows: base.rows })),
    )
    const turned = wrongs.map(forms => [...forms.slice(at), ...forms.slice(0, at)])
    every.push(
      turned.flatMap(forms => forms.slice(0, 1)),
      turned.flatMap(forms => forms.slice(1)),
    )
  }
  const [first = [], second = [], ...others] = every
  const ones = others.filter((_, index) => index % 2 === 0)
  return [first, second, ...ones, ...others.filter(batch => !ones.includes(batch))].flat()
}

/** Uses an accepted request again, in two wrong ways: its query with another signature, its signature with one more parameter. */
async function reuseAccepted(
  world: World,
  own: Account,
  right: SignedRequest,
  control: Reply,
  words: string,
): Promise<Claims> {
  const claims: Claims = []
  const again = [
    ['trading.signing.other-digit', 'an accepted request again, with another last digit', lastDigitFlipped(right)],
    [
      'trading.signing.parameter-added',
      'an accepted signature again, with one parameter more',
      { ...right, query: `${right.query}&assay_more4=1` },
    ],
  ] as const
  for (const [requirement, sent, request] of again) {
    const reply = await send(world, own, () => request)
    const args = { sent: `${sent}, with ${words},`, reading: own.reading }
    claims.push(() => world.claimFor(requirement, reply).against(control).keeps(refused, args))
  }
  return claims
}

/** Puts mistakes into accepted combinations of every kind, in another form each time. */
function inRows(world: World, combinations: Combinations, plain: readonly Done[]): WrongRequest[] {
  const turns = new Map<string, number>()
  return nearMisses(combinations, plain, strengthOf(world)).flatMap(({ control, cause }) => {
    const mistake = mistakes.find(({ name }) => name === cause[1])
    const turn = turns.get(cause[1]) ?? 0
    turns.set(cause[1], turn + 1)
    const forms = mistake ? formsOf(world, mistake) : []
    const form = forms[turn % forms.length]
    const plan = planOf(control.row)
    if (!mistake || !form || !applies(world, plan, form)) return []
    return [{ mistake, form, plan, control: control.reply, words: inWords(control.row), rows: [control.row] }]
  })
}

const inWords = (row: Row): string =>
  valuesOf(row)
    .map(([name, value]) => (value === 'none' ? (NONE[name] ?? `no ${name}`) : `${name} ${value}`))
    .join(', ')

const NONE: Readonly<Record<string, string>> = { headers: 'no further headers', added: 'nothing added' }

const valuesOf = (row: Row): [string, string | undefined][] =>
  Object.entries(row).filter(([name]) => name !== 'mistake')

type Plan = Base['planned']

const planOf =
  (row: Row): Plan =>
  venue =>
    planned(venue, row, turnOf(row))

const draftOf = (venue: Venue, plan: Plan, timestamp: string): Draft => {
  const { pairs, special } = plan(venue)
  const { apiKey: key = '', secretKey: secret = '' } = venue.credentials ?? {}
  const base = new URL(venue.baseUrl).pathname
  return { pairs: pairs(timestamp), special, key, secret, base, path: venue.probe?.path ?? '', encode: encodeQuery }
}

function making(plan: Plan, form: Form | null): Making {
  return (venue, timestamp) => {
    const { headers } = plan(venue)
    const draft = draftOf(venue, plan, timestamp)
    if (!form) {
      const request = venue.signed(draft.pairs)
      return { ...request, headers: { ...headers, ...request.headers } }
    }
    const made = form.make(draft)
    if (!made) throw new Error(`${form.sent} cannot be made of this request`)
    return {
      query: made.query,
      headers: {
        ...headers,
        ...(made.key !== null && { 'x-svc-apikey': made.key }),
        ...(made.signature !== null && { 'x-svc-signature': made.signature }),
      },
    }
  }
}

/** The forms that the budget has time for. */
const formsOf = ({ budget }: World, { forms }: Mistake): readonly Form[] =>
  forms.filter(({ from }) => from === undefined || from === budget)

/** Whether a mistake of this form can be made in such a request. */
const applies = ({ venue }: World, plan: Plan, { make }: Form): boolean =>
  make(draftOf(venue, plan, '1700000000000')) !== null

/** A number made from the row: the same row has the same values each time, with a mistake and without. */
const turnOf = (row: Row): number =>
  [
    ...valuesOf(row)
      .map(chosen => chosen.join(' '))
      .join(', '),
  ].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
