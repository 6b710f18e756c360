/** Reaching the service: trading contract, the rules of "Endpoints", and what it leaves open about plain HTTP. */
import { allSettled, type Reply } from '../../harness/index.ts'
import { area } from './area.ts'
import { type Asked, clockReadings, coinLists, marketLists, pings, swaggers } from './asked.ts'
import { markets } from './first-look.ts'
import { inWords } from './in-words.ts'
import { served } from './public.predicates.ts'
import { anyBook, refusedBooks } from './sides.ts'
import type { World } from './world.ts'

export default area('trading.access', ({ check, watch }) => [
  check(
    'trading.access.public',
    'Each public endpoint serves a plain GET, without body or credentials, at its path below the base address',
    async world => {
      const book = anyBook(world).then(async came => {
        const reply = came ?? (await refusedBooks(world))[0]
        if (reply) world.claim(reply).keeps(served, {})
        else
          world.lacks(
            (await markets(world)).unserved ?? 'no listed market stays active, so none has to have an order book',
          )
      })
      const plain = PLAIN.map(async asked => {
        for await (const reply of asked.each(world)) world.claim(reply).keeps(served, {})
      })
      await allSettled([book, ...plain])
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
    const summary = `${head.status}, ${same ? 'with the same headers as GET' : `with headers ${names(head).join(', ')}`}`
    world.observe('trading.access.head', summary, head)
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

/** Requests without parameters. Whether each listed market has an order book is left to the order book's own checks. */
const PLAIN: readonly Asked[] = [pings, clockReadings, swaggers, marketLists, coinLists]

async function observeHeaders(world: World): Promise<void> {
  const replies = (await Promise.all(PLAIN.map(asked => asked(world)))).flat()
  const caching = ['cache-control', 'etag', 'expires', 'last-modified', 'age', 'vary'].flatMap(name => {
    const values = new Set(replies.flatMap(({ headers }) => headers[name] ?? []))
    const shown = name === 'etag' || name === 'expires' ? '' : ` ${[...values].join(' or ')}`
    return values.size > 0 ? [`${name}${shown}`] : []
  })
  world.observe('trading.access.caching-headers', caching.join(', ') || 'none', ...replies)
}
