/**
 * A small independent trading venue, written from the contract with nothing but Node, to test self-check against a server of the
 * user. `--list --json`, `--fault ID`, `--variant ID`; `--mistake WORD` makes it misbehave.
 */
import { createServer } from 'node:http'

const faults = [
  { id: 'trading.tiny.pong', breaches: ['trading.ping.pong'] },
  { id: 'trading.tiny.prices', breaches: ['trading.orderbook.bid-price'] },
  { id: 'trading.tiny.unnamed' },
]
const variants = [{ id: 'trading.tiny.empty-books', leaves: 'incomplete' }, { id: 'trading.tiny.text-errors' }]

const argv = process.argv.slice(2)
const given = flag => argv[argv.indexOf(flag) + 1]
const has = flag => argv.includes(flag)
const fault = has('--fault') ? given('--fault') : ''
const variant = has('--variant') ? given('--variant') : ''
const mistake = has('--mistake') ? given('--mistake') : ''

if (has('--list')) {
  if (mistake === 'list-garbage') console.log('faults: none that I know of')
  else if (mistake === 'list-strings') console.log(JSON.stringify({ faults: ['one', 'two'] }))
  else if (mistake === 'list-nothing') console.log(JSON.stringify({ faults: [], variants: [] }))
  else if (mistake === 'list-stray')
    console.log(JSON.stringify({ faults: [{ id: 'x', breaches: ['trading.ping.pung'] }] }))
  else if (mistake === 'list-dies') process.exit(3)
  else if (mistake === 'list-hangs') setInterval(() => {}, 1000)
  else console.log(JSON.stringify({ faults, variants }))
} else if (mistake === 'garbage') {
  console.log('Listening on port 80!')
  setInterval(() => {}, 1000)
} else if (mistake === 'dies') {
  process.exit(4)
} else if (mistake === 'silent') {
  setInterval(() => {}, 1000)
} else {
  serve()
}

function serve() {
  const server = createServer((request, response) => {
    if (mistake === 'dies-later') process.exit(5)
    const url = new URL(request.url ?? '/', 'http://tiny.invalid')
    const answer = request.method === 'GET' ? answers[url.pathname] : undefined
    const result = answer?.(url.searchParams)
    if (result === undefined) return refuse(response)
    const bare = url.pathname === '/v1/public/swagger'
    const body = bare ? result : { status: 'true', serverTime: String(Date.now()), result }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    const trading = { baseUrl: `http://127.0.0.1:${port}/v1`, requestsPerSecond: 0 }
    console.log(JSON.stringify({ name: 'tiny', requestsPerSecond: 0, trading }))
  })
  process.on('SIGTERM', () => process.exit(0))
}

function refuse(response) {
  response.statusCode = 404
  response.end(variant === 'trading.tiny.text-errors' ? 'no' : JSON.stringify({ error: 'no' }))
}

const market = (base, quote) => ({
  symbol: base + quote,
  base,
  quote,
  basePrecision: '8',
  quotePrecision: '2',
  minimumQuoteSize: '10',
  maxMarketOrderAsk: '5',
  maxMarketOrderBid: '5000',
  isActive: true,
})
const markets = [market('btc', 'usdt'), market('1inch', 'usdt'), market('eth', 'irt')]

const network = {
  NetworkSymbol: 'BTC',
  NetworkNameEn: 'Bitcoin',
  NetworkNameFa: 'بیت‌کوین',
  isDefault: true,
  tokenNameOnNetwork: '',
  tokenSymbolOnNetwork: 'BTC',
  addressUrl: 'https://explorer.example/address/{address}',
  contractAddressUrl: '',
  transactionUrl: 'https://explorer.example/tx/{tx}',
  contractAddress: '',
  memoRequired: false,
  memoRegex: '',
  addressRegex: '^[a-z0-9]+$',
  tokenDecimal: '8',
  depositFee: '0',
  withdrawFee: '0.0002',
  depositStatus: 'active',
  withdrawStatus: 'active',
  minimumDeposit: '0.0001',
  minimumWithdraw: '0.001',
  DepositConfirmationCount: '2',
  withdrawPrecision: '8',
}
const coins = [{ symbol: 'btc', nameEn: 'Bitcoin', nameFa: 'بیت‌کوین', networks: { BTC: network } }]

const answers = {
  '/v1/public/swagger': () => ({
    openapi: '3.1.0',
    info: { title: 'Tiny', version: fault === 'trading.tiny.unnamed' ? '2.0.0' : '1.0.0' },
    paths: {},
    components: { schemas: {} },
  }),
  '/v1/public/ping': () => (fault === 'trading.tiny.pong' ? 'PONG' : 'pong'),
  '/v1/public/time': () => String(Date.now()),
  '/v1/public/exchange_info': () => markets,
  '/v1/public/coins_info': () => coins,
  '/v1/public/orderbook': query => {
    const found = markets.find(({ symbol }) => symbol === query.get('symbol'))
    if (!found) return undefined
    const price = fault === 'trading.tiny.prices' ? 41.5 : '41.5'
    const side = variant === 'trading.tiny.empty-books' ? [] : [{ price, volume: '2' }]
    return { symbol: found.symbol, orderbook: { bids: side, asks: side.map(entry => ({ ...entry, price: '42' })) } }
  },
}
