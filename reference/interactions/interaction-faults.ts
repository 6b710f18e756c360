/** Faults that occur only for a pair of factors: derived from the operations, their faults and the catalogue. */
import { faultsOf, type InteractionFault } from './factor.ts'
import { factorsOf } from './messaging-factors.ts'
import { judged, seedsOf } from './messaging-seeds.ts'
import { signedFactors, factorsOf as venueFactorsOf } from './trading-factors.ts'
import { publicOperations, publicSeeds, signedSeeds } from './trading-seeds.ts'

/** The most faults for each operation, and for signing. */
const MOST = 40
const MOST_SIGNED = 160

let derived: readonly InteractionFault[] | undefined

/** Made at the first use. */
export function interactionFaults(): readonly InteractionFault[] {
  derived ??= [
    ...publicOperations.flatMap(one => faultsOf('trading', publicSeeds(one), venueFactorsOf(one), MOST)),
    ...faultsOf('trading', signedSeeds, signedFactors, MOST_SIGNED),
    ...judged.flatMap(one => faultsOf('messaging', seedsOf(one), factorsOf(one), MOST)),
  ]
  return derived
}

/** Such faults are recognized by their id. */
export const interactionFault = (id: string): InteractionFault | undefined =>
  id.includes('.pair.') ? interactionFaults().find(fault => fault.id === id) : undefined
