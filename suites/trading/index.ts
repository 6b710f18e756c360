/** The trading suites, in the order of the contract's chapters. */
import type { Area } from '../../harness/index.ts'
import access from './access.ts'
import coins from './coins.ts'
import envelope from './envelope.ts'
import errors from './errors.ts'
import limit from './limit/limit.ts'
import markets from './markets.ts'
import inTurn from './model/public.ts'
import combinedSigning from './model/signed.ts'
import networks from './networks.ts'
import numbers from './numbers.ts'
import orderbook from './orderbook.ts'
import ping from './ping.ts'
import signing from './signing/signing.ts'
import changes from './signing/signing-changes.ts'
import keys from './signing/signing-keys.ts'
import observations from './signing/signing-observations.ts'
import refusals from './signing/signing-refusals.ts'
import swagger from './swagger.ts'
import time from './time.ts'

export const tradingSuites: readonly Area[] = [
  access,
  envelope,
  numbers,
  markets,
  coins,
  networks,
  orderbook,
  swagger,
  ping,
  time,
  signing,
  keys,
  refusals,
  changes,
  combinedSigning,
  inTurn,
  observations,
  errors,
  limit,
]
