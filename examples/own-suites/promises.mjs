/** What Acme promises beyond the contract: service agreement, sections 2 and 5. */
import { area, broken, holds, predicate } from 'assay'

const answersWithin = predicate('acme.answers-within', ([exchange], { ms }) => {
  const took = Date.parse(exchange.receivedAt) - Date.parse(exchange.sentAt)
  return took <= ms ? holds : broken(`a reply within ${ms} ms`, `a reply after ${took} ms`)
})

const setsNoCookie = predicate('acme.sets-no-cookie', ([exchange]) => {
  const cookie = exchange.response?.headers['set-cookie']
  return cookie === undefined ? holds : broken('no Set-Cookie header', `Set-Cookie: ${cookie}`)
})

export default area('acme.promises', ({ check, always }) => [
  check('quick-ping', 'GET /public/ping is answered within one second', async ({ venue, claim }) => {
    claim(await venue.ping()).keeps(answersWithin, { ms: 1000 })
  }),

  always(
    'no-cookies',
    'No reply of the trading API sets a cookie',
    exchange => exchange.api === 'trading',
    setsNoCookie,
  ),
])
