/** Faults that show only where two factors meet: derived from the operations, their faults and the catalogue. */
import { type InteractionFault, pairsOf, selected } from './factor.ts'
import { factorsOf } from './messaging-factors.ts'
import { judged, seedsOf } from './messaging-seeds.ts'
import { signedFactors, factorsOf as venueFactorsOf } from './trading-factors.ts'
import { publicOperations, publicSeeds, signedSeeds } from './trading-seeds.ts'

/** So many for each operation, and for signing. */
const MOST = 40
const MOST_SIGNED = 160

const messaging = judged.flatMap(operation => {
  const factors = factorsOf(operation)
  return selected(
    seedsOf(operation).flatMap(seed => pairsOf('messaging', seed, factors)),
    MOST,
  )
})

const venue = publicOperations.flatMap(operation => {
  const factors = venueFactorsOf(operation)
  return selected(
    publicSeeds(operation).flatMap(seed => pairsOf('trading', seed, factors)),
    MOST,
  )
})

const signed = selected(
  signedSeeds.flatMap(seed => pairsOf('trading', seed, signedFactors)),
  MOST_SIGNED,
)

export const interactionFaults: readonly InteractionFault[] = [...venue, ...signed, ...messaging]
