/** One of several arbitraries, with a depth limit. */
import * as fc from 'fast-check'

/** One depth limit for everything that nests, so that recursive schemas end. */
export const depth = { maxDepth: 4, depthIdentifier: 'assay', depthSize: 'small' } as const

export const oneOf = <T>(arbitraries: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  arbitraries.length === 1 && arbitraries[0]
    ? arbitraries[0]
    : fc.oneof({ withCrossShrink: true, ...depth }, ...arbitraries)
