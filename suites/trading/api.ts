/** The trading API as the harness knows it. */
import { type Api, type Exchange, plainReplies, type Reason, rateLimitOf, valueAt } from '../../harness/index.ts'
import { contractOf } from '../contract-of.ts'
import { tradingOperations } from './operations.ts'
import { meansSuccess } from './public.predicates.ts'
import { isPayload, isTradingSuccess, lacksBook, servesNothing } from './success.ts'
import { traffic } from './traffic.ts'
import { CLIENT, venue } from './venue.ts'

const lack = (code: 'no-credentials' | 'fixture-missing', member: string): Reason => ({
  kind: 'missing-in-target-file',
  code,
  member,
})

/** The reply denies success and carries a complete payload: its status is the mistake. */
const deniesWhatItServes = ({ operation, json }: Exchange): boolean => isPayload(operation, valueAt(json, '/result'))

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
      // The reply for an unknown symbol is open, and so is how a venue says that an inactive market has no book: only the
      // envelope is judged then. `active.ts` claims the missing books of markets that stay active.
      if (servesNothing(exchange)) return false
      return exchange.operation !== 'getOrderbook' || (exchange.purpose !== 'observed' && !lacksBook(exchange))
    },
  },
  traffic,
  causes: {
    envelope: /^trading\.envelope\./,
    // A missing endpoint is a plainer cause than the fields it therefore lacks; if it is served, its wrong fields are plainer.
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
