/** Books of further markets of the list: a book that is broken for one market only is seen only if it is read. */
import { isTransient, type Reply, Undecided } from '../../harness/index.ts'
import { isBook, withActiveMarket } from './active.ts'
import { markets } from './first-look.ts'
import { isActive } from './listing.ts'
import { askedSymbol } from './public-reply.ts'
import { shared } from './shared.ts'
import { booksWithBothSides, inactiveBook } from './sides.ts'
import type { World } from './world.ts'

/** How many further books are read at most, and how many at a time. */
const MOST = { quick: 0, standard: 48, thorough: 200 }
const AT_A_TIME = 4
/** Rank (`after`) behind most other requests: these are more of the same. */
const AFTER_MOST = 8

/** Reads the books, and returns the refused ones whose market stays active. Nothing is read if no other book was served. */
export const refusedFurther = shared(async (world): Promise<readonly Reply[]> => {
  const most = MOST[world.budget]
  if (most === 0) return []
  const earlier = [...(await booksWithBothSides(world)), await inactiveBook(world)].filter(reply => reply !== null)
  if (!earlier.some(isBook)) return []
  const asked = new Set(earlier.map(({ exchange }) => askedSymbol(exchange)))
  const symbols = (await symbolsLeft(world, asked)).slice(0, most)
  const refused: Reply[] = []
  // A market that is halted now may be active again by the time that the last book was read: its list is read at once.
  while (symbols.length > 0)
    refused.push(...(await stayRefused(world, await read(world, symbols.splice(0, AT_A_TIME)))))
  return refused
})

/** The symbols of markets that were not asked for, each once, in random order, active ones first. */
async function symbolsLeft(world: World, asked: ReadonlySet<string | null>): Promise<string[]> {
  const { all } = await markets(world)
  const open = new Set(all.filter(isActive).map(({ symbol }) => symbol))
  const left = [...new Set(all.map(({ symbol }) => symbol))].filter(symbol => !asked.has(symbol))
  const inAnyOrder = world.random.sample(left, left.length)
  return [...inAnyOrder.filter(symbol => open.has(symbol)), ...inAnyOrder.filter(symbol => !open.has(symbol))]
}

/** A book that does not come, because the network fails or no request is left, is not needed: others show the same. */
async function read(world: World, symbols: readonly string[]): Promise<Reply[]> {
  const replies = symbols.map(symbol =>
    world.venue.getOrderbook({ symbol }, { mayFail: true, due: true, after: AFTER_MOST }).catch((error: unknown) => {
      if (isTransient(error) || (error instanceof Undecided && error.reason === 'budget')) return null
      throw error
    }),
  )
  return (await Promise.all(replies)).filter(reply => reply !== null)
}

/** With so many markets, one may be halted for a moment: a refusal counts only if the book is refused twice. */
async function stayRefused(world: World, replies: readonly Reply[]): Promise<Reply[]> {
  const first = await withActiveMarket(
    world,
    replies.filter(reply => !isBook(reply)),
  )
  const symbols = first.flatMap(({ exchange }) => askedSymbol(exchange) ?? [])
  const second = await read(world, symbols)
  return withActiveMarket(
    world,
    second.filter(reply => !isBook(reply)),
  )
}
