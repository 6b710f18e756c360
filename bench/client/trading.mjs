/** A trading screen: it lists markets and coins, reads order books, and sends one signed request for the account. */
import { createHmac } from 'node:crypto'

/** Headers that a browser sends with every request. */
export const BROWSER = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
}

export function json({ body }) {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** `rest` waits for a number of milliseconds: the screen stays open while nobody trades. */
export async function trade({ baseUrl, credentials, signedProbe }, send, rest) {
  const script = path => send({ method: 'GET', url: baseUrl + path, headers: {}, body: null }).then(json)
  const browser = path => send({ method: 'GET', url: baseUrl + path, headers: { ...BROWSER }, body: null }).then(json)
  for (const get of [script, browser]) await look(get)
  for (const minutes of [2, 15, 90]) {
    await rest(minutes * 60_000)
    for (const path of ['time', 'ping', 'exchange_info', 'coins_info', 'swagger']) await browser(`/public/${path}`)
  }
  const key = { 'x-svc-apikey': credentials?.apiKey ?? 'none' }
  for (const path of ['ping', 'time', 'exchange_info', 'coins_info'])
    await send({ method: 'GET', url: `${baseUrl}/public/${path}`, headers: key, body: null })
  if (!credentials || !signedProbe) return
  const query = `asset=btc&timestamp=${Date.now()}`
  const signature = createHmac('sha256', credentials.secretKey).update(query).digest('hex')
  const headers = { 'x-svc-apikey': credentials.apiKey, 'x-svc-signature': signature }
  await send({ method: 'GET', url: `${baseUrl}${signedProbe.path}?${query}`, headers, body: null })
}

async function look(get) {
  for (const path of ['ping', 'time', 'swagger', 'coins_info', 'exchange_info']) await get(`/public/${path}`)
  const { result } = (await get('/public/exchange_info')) ?? {}
  const symbols = list => (Array.isArray(list) ? list : []).flatMap(one => (one?.symbol ? [one.symbol] : []))
  const markets = symbols(result)
  for (const symbol of markets) await get(`/public/orderbook?symbol=${symbol}`)
  await Promise.all(markets.slice(0, 4).map(symbol => get(`/public/orderbook?symbol=${symbol}`)))
  for (const symbol of markets) await get(`/public/exchange_info?symbol=${symbol}`)
  const coins = symbols((await get('/public/coins_info'))?.result)
  for (const symbol of coins) await get(`/public/coins_info?symbol=${symbol}`)
  await Promise.all(
    ['ping', 'time', 'exchange_info', 'coins_info', 'swagger', 'time'].map(path => get(`/public/${path}`)),
  )
  await get('/public/orderbook?symbol=nosuchmarket')
  await get('/public/exchange_info?symbol=nosuchmarket')
  await get('/public/coins_info?symbol=nosuchcoin')
  for (let turn = 0; turn < 20; turn++) for (const path of ['ping', 'time', 'swagger']) await get(`/public/${path}`)
  await get('/public/orderbook')
}
