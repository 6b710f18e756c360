/** Every fault of the trading venue. */
import type { Fault } from '../behaviour.ts'
import { accessFaults } from './access-faults.ts'
import { envelopeFaults } from './envelope-faults.ts'
import { everyReplyFaults } from './every-reply-faults.ts'
import { listingFaults } from './listing-faults.ts'
import { nearMissFaults } from './near-miss-faults.ts'
import { occasionFaults } from './occasion-faults.ts'
import { rareFaults } from './rare-faults.ts'
import { signingFaults } from './signing-faults.ts'
import { swaggerFaults } from './swagger-faults.ts'

export const tradingFaults: readonly Fault[] = [
  ...envelopeFaults,
  ...swaggerFaults,
  ...listingFaults,
  ...accessFaults,
  ...signingFaults,
  ...nearMissFaults,
  ...occasionFaults,
  ...rareFaults,
  ...everyReplyFaults,
]
