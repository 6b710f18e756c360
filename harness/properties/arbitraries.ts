/** Generators of values for suites, which do not import `arbitraries/` themselves. */

export { fileArbitrary } from '../../arbitraries/files.ts'
export type { RequestOptions } from '../../arbitraries/options.ts'
export type { Readings } from '../../arbitraries/reading.ts'
export { type Constraint, type NearlyValid, requestArbitraries } from '../../arbitraries/requests.ts'
export { openingSequence, type Step, sequenceArbitrary, steadySequence } from '../../arbitraries/sequences.ts'
export { signedParameters } from '../../arbitraries/signed-parameters.ts'
export { unsupportedParameters } from '../../arbitraries/unsupported-parameters.ts'
