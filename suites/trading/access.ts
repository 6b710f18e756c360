/** Reaching the service: trading contract, the rules of "Endpoints", and what it leaves open about plain HTTP. */
import type { Reply } from '../../harness/index.ts'
import { isBook } from './active.ts'
import { area } from './area.ts'
import { clockReadings, coinLists, marketLists, pings, swaggers } from './asked.ts'
import { inWords } from './in-words.ts'
import { served } from './public.predicates.ts'
import { booksWithBothSides, refusedBooks } from './sides.ts'
import type { World } from './world.ts'

export default area('trading.access', ({ check, watch }) => [
  check(
    'trading.access.public',
    'Each public endpoint serves a plain GET, without body or credentials, at its path below the base address',
    async world => {
      for (const replies of await plainReplies(world)) {
        if (replies.length > 0) world.claim(...replies).keeps(served, {})
        else world.lacks('the target lists no active market whose order book could be asked for')
      }
    },
    { plans: { 'trading.access.public': 6 } },
  ),

  watch('headers', observeHeaders, { from: 'quick' }),

  watch('credentials-on-public', async world => {
    const wrong = { 'x-svc-apikey': 'assay-key-of-nobody', 'x-svc-signature': '0'.repeat(64) }
    const right = world.venue.credentials ? world.venue.signed([]).headers : null
    for (const [kind, headers] of [['wrong', wrong] as const, ...(right ? [['right', right] as const] : [])]) {
      const reply = await world.venue.ping({}, { mayFail: true, headers })
      world.observe('trading.access.credentials-on-public', `${kind} credentials: ${inWords(reply)}`, reply)
    }
  }),

  watch('other-methods', async world => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await world.venue.ping({}, { observed: true, method })
      world.observe('trading.access.other-methods', `${method}: ${inWords(reply)}`, reply)
    }
  }),

  watch('head', async world => {
    const [get] = await pings(world)
    const head = await world.venue.ping({}, { observed: true, method: 'HEAD' })
    const names = (reply: Reply | undefined): string[] =>
      Object.keys(reply?.headers ?? {}).filter(name => name !== 'date')
    const same = names(get).sort().join() === names(head).sort().join()
    const told = `${head.status}, ${same ? 'with the same headers as GET' : `with headers ${names(head).join(', ')}`}`
    world.observe('trading.access.head', told, head)
  }),

  watch('unknown-parameters', async world => {
    const reply = await world.venue.visits('ping', '/public/ping?assay_unknown=1', { mayFail: true })
    world.observe('trading.access.unknown-parameters', inWords(reply), reply)
  }),

  watch(
    'compression',
    async world => {
      for (const reply of await coinLists(world))
        if (reply.exchange.request.headers['accept-encoding'] !== undefined)
          world.observe('trading.access.compression', reply.headers['content-encoding'] ?? 'none', reply)
    },
    { from: 'quick' },
  ),
])

/** Plain requests of all six endpoints; whether each listed market has a book is for the order book's own checks. */
async function plainReplies(world: World): Promise<readonly (readonly Reply[])[]> {
  return Promise.all([
    pings(world),
    clockReadings(world),
    swaggers(world),
    marketLists(world),
    coinLists(world),
    booksWithBothSides(world).then(async replies => {
      const book = replies.find(isBook) ?? (await refusedBooks(world))[0]
      return book ? [book] : []
    }),
  ])
}

async function observeHeaders(world: World): Promise<void> {
  const replies = (await plainReplies(world)).flat()
  const caching = ['cache-control', 'etag', 'expires', 'last-modified', 'age', 'vary'].flatMap(name => {
    const values = new Set(replies.flatMap(({ headers }) => headers[name] ?? []))
    const shown = name === 'etag' || name === 'expires' ? '' : ` ${[...values].join(' or ')}`
    return values.size > 0 ? [`${name}${shown}`] : []
  })
  world.observe('trading.access.caching-headers', caching.join(', ') || 'none', ...replies)
}
