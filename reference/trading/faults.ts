/** Every fault of the trading venue. */
import type { Fault } from '../behaviour.ts'
import { accessFaults } from './faults/access.ts'
import { coinFaults } from './faults/coins.ts'
import { envelopeFaults } from './faults/envelope.ts'
import { limitFaults } from './faults/limit.ts'
import { marketFaults } from './faults/markets.ts'
import { networkFaults } from './faults/networks.ts'
import { numberFaults } from './faults/numbers.ts'
import { orderbookFaults } from './faults/orderbook.ts'
import { pingFaults } from './faults/ping.ts'
import { signingFaults } from './faults/signing.ts'
import { digitFaults } from './faults/signing-digits.ts'
import { keyFaults } from './faults/signing-keys.ts'
import { stringFaults } from './faults/signing-strings.ts'
import { swaggerFaults } from './faults/swagger.ts'
import { timeFaults } from './faults/time.ts'

export const tradingFaults: readonly Fault[] = [
  ...envelopeFaults,
  ...numberFaults,
  ...pingFaults,
  ...timeFaults,
  ...swaggerFaults,
  ...marketFaults,
  ...coinFaults,
  ...networkFaults,
  ...orderbookFaults,
  ...accessFaults,
  ...limitFaults,
  ...signingFaults,
  ...keyFaults,
  ...digitFaults,
  ...stringFaults,
]
