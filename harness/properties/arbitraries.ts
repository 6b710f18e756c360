/** Generators of values, for suites: what stands behind them is none of their business. */
export { courseArbitrary, openingCourse, type Step, steadyCourse } from '../../generators/arbitraries/courses.ts'
export { fileArbitrary } from '../../generators/arbitraries/files.ts'
export type { RequestOptions } from '../../generators/arbitraries/options.ts'
export type { Readings } from '../../generators/arbitraries/reading.ts'
export { type Constraint, type NearlyValid, requestArbitraries } from '../../generators/arbitraries/requests.ts'
export { signedParameters } from '../../generators/arbitraries/signed-parameters.ts'
export { unsupportedParameters } from '../../generators/arbitraries/unsupported-parameters.ts'
export { changeLevels } from '../../generators/index.ts'
