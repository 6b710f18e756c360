/** The trading API as the harness knows it. */
import { type Api, type Exchange, plainReplies, type Reason, rateLimitOf, valueAt } from '../../harness/index.ts'
import { contractOf } from '../contract-of.ts'
import { tradingOperations } from './operations.ts'
import { meansSuccess } from './public.predicates.ts'
import { isPayload, isTradingSuccess, lacksBook } from './success.ts'
import { traffic } from './traffic.ts'
import { CLIENT, venue } from './venue.ts'

const lack = (code: 'no-credentials' | 'fixture-missing', member: string): Reason => ({
  kind: 'missing-in-target-file',
  code,
  member,
})

/** Says that it is no success, where one had to come, and carries a whole one: then its status is what is wrong. */
const deniesWhatItServes = ({ expects, operation, json }: Exchange): boolean =>
  expects === 'success' && isPayload(operation, valueAt(json, '/result'))

export const trading: Api = {
  ...contractOf('trading'),
  operations: tradingOperations,
  opening: { operation: 'getCoinsInfo', actor: null, expects: 'success', headers: CLIENT },
  replies: {
    ...plainReplies,
    outcome: () => 'neither',
    bare: new Set(['getSwagger']),
    carries: (exchange, rule) => {
      if (!isTradingSuccess(exchange)) return false
      if (rule.operation === '*') return meansSuccess(exchange) || deniesWhatItServes(exchange)
      // What answers a symbol that no market has is open, and how a venue says that an inactive market has no book: there
      // only the envelope is judged. Where a market stays active, it is told elsewhere that its book did not come.
      return exchange.operation !== 'getOrderbook' || (exchange.purpose !== 'observed' && !lacksBook(exchange))
    },
  },
  traffic,
  causes: {
    envelope: /^trading\.envelope\./,
    // That an endpoint is not there at all is plainer than what it therefore lacks; where it is there, what is wrong with it is.
    plainness: (id, isEverServed) => {
      if (id.startsWith('trading.signing.generated')) return 4
      return id.startsWith('trading.access.') ? (isEverServed ? 2 : -4) : 0
    },
    stateless: true,
  },
  needs: {
    credentials: {
      words: 'trading credentials',
      missing: ({ trading: entry }) => (entry?.credentials ? null : lack('no-credentials', 'trading.credentials')),
    },
    probe: {
      words: 'signedProbe',
      missing: ({ trading: entry }) => (entry?.signedProbe ? null : lack('fixture-missing', 'trading.signedProbe')),
    },
    extraParams: {
      words: 'signedProbe.extraParams',
      missing: ({ trading: entry }) =>
        entry?.signedProbe?.extraParams === true ? null : lack('fixture-missing', 'trading.signedProbe.extraParams'),
    },
  },
  secrets: ({ trading: entry }) => Object.values(entry?.credentials ?? {}),
  secretNames: { headers: ['x-svc-apikey', 'x-svc-signature'], members: ['signature'] },
  words: given => ({
    get venue() {
      const { target, check } = given
      if (!target.trading) throw new Error(`${check} asks for a venue that the target does not have`)
      return venue(target.trading, given, rateLimitOf(target, 'trading'))
    },
  }),
}
