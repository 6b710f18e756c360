/** Combines what signed requests are like with each other and with each mistake: trading contract, "Authentication". */
import {
  type Combinations,
  covering,
  encodeQuery,
  interact,
  nearMisses,
  type Reply,
  type Row,
  type Ruling,
  type Sent,
} from '../../../harness/index.ts'
import { type Account, account, type Making, send } from '../account.ts'
import { area } from '../area.ts'
import { accepted, isAccepted, refused } from '../signing.predicates.ts'
import type { World } from '../world.ts'
import { type Form, mistakes } from './signed-mistakes.ts'
import { planned, signedCombinations } from './signed-requests.ts'

interface Done extends Sent {
  readonly reply: Reply
}

/** How many combinations are sent: accepted ones, and ones with a mistake. */
const MOST = { quick: [4, 0], standard: [30, 68], thorough: [200, 600] } as const

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
      const combinations = signedCombinations(world.venue)
      const plain = await acceptedRows(world, own, combinations)
      await withMistakes(world, own, combinations, plain)
    },
    { needs: { credentials: true, probe: true } },
  ),
])

/** Positive combinations, all at once, then through the engine, which shrinks what fails. The plainest is the control. */
async function acceptedRows(world: World, own: Account, combinations: Combinations): Promise<readonly Done[]> {
  const kept: Done[] = []
  const strength = world.budget === 'thorough' ? 3 : 2
  const rows = covering(combinations, { seed: world.generation.seed, strength }).slice(0, MOST[world.budget][0])
  const sent = new Map(
    rows.map((row, after) => [
      row,
      isPlainest(combinations, row) ? own.control : send(world, own, making(row, null), { after }),
    ]),
  )
  await Promise.allSettled(sent.values())
  const driver = {
    send: async (row: Row): Promise<Done> => {
      const reply = await (sent.get(row) ?? send(world, own, making(row, null)))
      sent.delete(row)
      const done = { row, reply, outcome: isAccepted(reply.exchange, own.reading) ? 'success' : 'error' } as const
      if (done.outcome === 'success') kept.push(done)
      return done
    },
    judge: ({ row, reply }: Done): readonly Ruling[] => [
      {
        requirement: requirementOf(row),
        ...{ row, replies: [reply], control: own.control, predicate: accepted },
        args: { sent: `a correctly signed request with ${inWords(row)}`, reading: own.reading },
      },
    ],
    review: () => Promise.resolve([]),
  }
  await interact(world, combinations, driver, { rows: rows.length, strength })
  return kept
}

const isPlainest = ({ factors }: Combinations, row: Row): boolean =>
  factors.every(({ name, values }) => row[name] === values[0]?.name)

function requirementOf(row: Row): string {
  if ((row['added'] ?? 'none') !== 'none') return 'trading.signing.generated'
  return row['timestamp'] === 'last' ? 'trading.signing.plain' : 'trading.signing.any-order'
}

/** Each mistake in accepted requests of every kind, in another form each time. */
async function withMistakes(
  world: World,
  own: Account,
  combinations: Combinations,
  plain: readonly Done[],
): Promise<void> {
  const turns = new Map<string, number>()
  const misses = nearMisses(combinations, plain).slice(0, MOST[world.budget][1])
  const sendings = misses.flatMap(({ row, control, cause }, index) => {
    const mistake = mistakes.find(({ name }) => name === cause[1])
    const turn = turns.get(cause[1]) ?? 0
    turns.set(cause[1], turn + 1)
    const form = mistake?.forms[turn % mistake.forms.length]
    if (!mistake || !form || !applies(world, control.row, form)) return []
    const pending = send(world, own, making(control.row, form), { after: index + 1 })
    return [{ row, control, mistake, form, pending }]
  })
  // Nothing is under way any more when a failure ends the check.
  await Promise.allSettled(sendings.map(({ pending }) => pending))
  for (const { row, control, mistake, form, pending } of sendings) {
    const reply = await pending
    world.combined.sent(combinations.operation, row)
    world.combined.judged(combinations.operation, row)
    const sent = `${form.sent}, with ${inWords(control.row)},`
    world.claimFor(mistake.refusedBy, reply).against(control.reply).keeps(refused, { sent, reading: own.reading })
  }
}

const inWords = (row: Row): string =>
  Object.entries(row)
    .filter(([name]) => name !== 'mistake')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

function making(row: Row, form: Form | null): Making {
  return (venue, timestamp) => {
    const { pairs, special, headers } = planned(venue, row, turnOf(row))
    const all = pairs(timestamp)
    if (!form) {
      const request = venue.signed(all)
      return { ...request, headers: { ...headers, ...request.headers } }
    }
    const { apiKey: key = '', secretKey: secret = '' } = venue.credentials ?? {}
    const made = form.make({ pairs: all, special, key, secret, encode: encodeQuery })
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

/** Whether a mistake of this form can be made in a request of this row. */
function applies({ venue }: World, row: Row, { make }: Form): boolean {
  const { pairs, special } = planned(venue, row, turnOf(row))
  const { apiKey: key = '', secretKey: secret = '' } = venue.credentials ?? {}
  return make({ pairs: pairs('1700000000000'), special, key, secret, encode: encodeQuery }) !== null
}

/** The same row has the same values each time, with a mistake and without. */
const turnOf = (row: Row): number =>
  [...inWords(row)].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
