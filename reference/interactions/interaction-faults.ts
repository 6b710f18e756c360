/** Faults that show only where two factors meet: derived from the operations, their faults and the catalogue. */
import { faultsOf, type InteractionFault } from './factor.ts'
import { factorsOf } from './messaging-factors.ts'
import { judged, seedsOf } from './messaging-seeds.ts'
import { signedFactors, factorsOf as venueFactorsOf } from './trading-factors.ts'
import { publicOperations, publicSeeds, signedSeeds } from './trading-seeds.ts'

/** So many for each operation, and for signing. */
const MOST = 40
const MOST_SIGNED = 160

let derived: readonly InteractionFault[] | undefined

/** They are made when they are first asked for. */
export function interactionFaults(): readonly InteractionFault[] {
  derived ??= [
    ...publicOperations.flatMap(one => faultsOf('trading', publicSeeds(one), venueFactorsOf(one), MOST)),
    ...faultsOf('trading', signedSeeds, signedFactors, MOST_SIGNED),
    ...judged.flatMap(one => faultsOf('messaging', seedsOf(one), factorsOf(one), MOST)),
  ]
  return derived
}

/** The id of such a fault says so. */
export const interactionFault = (id: string): InteractionFault | undefined =>
  id.includes('.pair.') ? interactionFaults().find(fault => fault.id === id) : undefined
