/** The sides of order books: requests books of further markets until both sides had an entry, up to a maximum. */
import { type Reply, select } from '../../harness/index.ts'
import { isBook, withActiveMarket } from './active.ts'
import { afterFirstLook, books, SOON } from './asked.ts'
import { activeBooks, markets } from './first-look.ts'
import { isActive } from './listing.ts'
import { askedSymbol } from './public-reply.ts'
import { shared } from './shared.ts'
import type { World } from './world.ts'

type Side = 'bids' | 'asks'
const SIDES: readonly Side[] = ['bids', 'asks']
/** How many further books are requested at most, and how many at a time. */
const MOST = { quick: 8, standard: 16, thorough: 48 }
const AT_A_TIME = 4

const hasEntry = (reply: Reply, side: Side): boolean =>
  select(reply.exchange.json, `/result/orderbook/${side}/*`).length > 0

const missingSides = (replies: readonly Reply[]): Side[] =>
  SIDES.filter(side => !replies.some(reply => hasEntry(reply, side)))

/** Books of active markets first, then of inactive ones, which may be refused. */
export const booksWithBothSides = shared(async (world): Promise<Reply[]> => {
  const replies = [...(await books(world))]
  if (replies.length > 0 && !replies.some(isBook)) return replies
  const { all } = await markets(world)
  const asked = new Set(replies.map(({ exchange }) => askedSymbol(exchange)))
  const further = [
    ...world.random.sample(
      all.filter(market => isActive(market) && !asked.has(market.symbol)),
      MOST[world.budget],
    ),
    ...all.filter(market => !isActive(market)).slice(0, AT_A_TIME),
  ].slice(0, MOST[world.budget])
  while (missingSides(replies).length > 0 && further.length > 0)
    replies.push(
      ...(await Promise.all(
        further
          .splice(0, AT_A_TIME)
          .map(market => world.venue.getOrderbook({ symbol: market.symbol }, { mayFail: true, due: true })),
      )),
    )
  return replies
})

/** The first book if it was served, else the first of the others that was; undefined if none was. */
export async function anyBook(world: World): Promise<Reply | undefined> {
  const first = await activeBooks.first(world)
  return first && isBook(first) ? first : (await booksWithBothSides(world)).find(isBook)
}

/** The first book, if it was refused though its market stays active; known before all other books. */
export const refusedAtFirst = shared(async (world): Promise<Reply[]> => {
  const first = await activeBooks.first(world)
  return withActiveMarket(world, first && !isBook(first) ? [first] : [])
})

/** If the first book was served: the next one that was refused, without waiting for the rest. */
const nextRefusal = shared(async (world): Promise<Reply | null> => {
  const first = await activeBooks.first(world)
  if (!first || !isBook(first)) return null
  for await (const reply of books.each(world)) if (!isBook(reply)) return reply
  return null
})

/** The same, if its market stays active. */
export const refusedNext = shared(async (world): Promise<Reply[]> => {
  const reply = await nextRefusal(world)
  return withActiveMarket(world, reply ? [reply] : [])
})

export const refusedBooks = shared(async (world): Promise<Reply[]> => {
  const [first] = await books(world)
  // A market that was halted when its book was refused may be active again by now, so each refusal is looked into once.
  const examined = [first, await nextRefusal(world)]
  const inactive = new Set((await markets(world)).all.filter(market => !isActive(market)).map(({ symbol }) => symbol))
  const others = (await booksWithBothSides(world)).filter(
    reply => !examined.includes(reply) && !isBook(reply) && !inactive.has(askedSymbol(reply.exchange) ?? ''),
  )
  return [...(await refusedAtFirst(world)), ...(await refusedNext(world)), ...(await withActiveMarket(world, others))]
})

/** The book of an inactive market: a refusal is legal, the content of a book is judged. Null if no market is inactive. */
export const inactiveBook = shared(async (world): Promise<Reply | null> => {
  const inactive = (await markets(world)).all.find(market => !isActive(market))
  if (!inactive) return null
  return afterFirstLook(world, () =>
    world.venue.getOrderbook({ symbol: inactive.symbol }, { mayFail: true, after: SOON }),
  )
})

/** Requests the books, and reports which requirements stay unverified if there is no book, or none with an entry on a side. */
export async function requestBothSides(world: World): Promise<void> {
  const [replies] = await Promise.all([booksWithBothSides(world), inactiveBook(world)])
  const seen = replies.filter(isBook)
  if (seen.length === 0 && (await refusedBooks(world)).length === 0)
    return world.lacks(
      (await markets(world)).unserved ??
        (replies.length === 0
          ? 'the target lists no market'
          : 'no market stays active, and no book of another one came'),
      ...['result', 'symbol', 'symbol-asked', 'sides', 'bids', 'asks'],
      ...SIDES.flatMap(entryRequirements),
    )
  for (const side of missingSides(seen))
    world.lacks(
      seen.length === 0
        ? 'no order book was served'
        : `none of the ${seen.length} order books asked for has any ${side}: an empty list shows nothing about its elements`,
      ...entryRequirements(side),
    )
}

const entryRequirements = (side: Side): string[] => [`${side.slice(0, -1)}-price`, `${side.slice(0, -1)}-volume`]
