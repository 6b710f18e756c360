/** Which exchanges the requirements about public replies apply to. */
import { requirements } from '../../generated/catalogue.ts'
import type { Exchange } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'
import { isTradingSuccess } from './success.ts'

const ENVELOPED = new Set(['ping', 'getTime', 'getExchangeInfo', 'getCoinsInfo', 'getOrderbook'])

/** A reply that must have an envelope: a success, or a reply that had to be one. */
export const enveloped = (exchange: Exchange): boolean =>
  ENVELOPED.has(exchange.operation ?? '') && isTradingSuccess(exchange)

/** An envelope that means success: error bodies are open. */
export const successful = (exchange: Exchange): boolean => enveloped(exchange) && meansSuccess(exchange)

export const successOf =
  (operation: string) =>
  (exchange: Exchange): boolean =>
    exchange.operation === operation && successful(exchange)

export const swaggerReply = (exchange: Exchange): boolean =>
  exchange.operation === 'getSwagger' && isTradingSuccess(exchange)

/** The symbol that a request asked for. */
export const askedSymbol = ({ request }: Exchange): string | null => new URL(request.url).searchParams.get('symbol')

/** The short names of all requirements of an area, for `lacks` if a list is empty. */
export const namesIn = (area: string): string[] =>
  requirements.filter(requirement => requirement.area === area).map(({ id }) => id.slice(area.length + 1))
