/** The embedded deployment: both APIs in memory, with their faults and variants. */
export type { Holding } from './api.ts'
export type { Clock, Fault, Variant } from './behaviour.ts'
export { createReference, faults, type Reference, type ReferenceOptions, variants } from './create-reference.ts'
export type { InteractionFault } from './interactions/factor.ts'
export { interactionFault, interactionFaults } from './interactions/interaction-faults.ts'
export { loadTus } from './messaging/tus.ts'
export { type ServedReference, serveReference } from './serve.ts'
