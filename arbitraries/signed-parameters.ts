/**
 * Parameters of a signed request that must be accepted in any order: distinct plain names, and values that all
 * encodings write alike.
 */
import * as fc from 'fast-check'
import { among, favouring } from './favouring.ts'

export interface SignedParameters {
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** Index of `timestamp` among them. */
  readonly timestampAt: number
}

export interface SignedParameterOptions {
  /** Names that the probe uses itself. */
  readonly taken?: readonly string[]
  readonly most?: number
}

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** Form encoding and RFC 3986 encode the space, `*` and `~` differently; they encode these alike. */
const agreed = [...'-._', ...':/?#[]@!$&\'()+,;=%"<>\\^`{|}']
const scripts = [...'éßøžαωбядаבשسیپ字あア가กक', '𠮷', '𐌰']

const valueText = fc.string({
  unit: fc.oneof(
    { withCrossShrink: true },
    { arbitrary: among(letters), weight: 4 },
    { arbitrary: among(agreed), weight: 3 },
    { arbitrary: among(scripts), weight: 2 },
  ),
  maxLength: 24,
})

/** Values that a careless signer splits, decodes twice or sorts. */
const treacherous = ['', '&', '=', 'a=b', 'a&b=c', '%', '%25', '%2B', '+', '#', '?', '%zz', 'é', '字', '𠮷']

export function signedParameters({
  taken = [],
  most = 6,
}: SignedParameterOptions = {}): fc.Arbitrary<SignedParameters> {
  const reserved = new Set(['timestamp', 'signature', ...taken.map(name => name.toLowerCase())])
  const name = fc
    .string({ unit: among([...letters, '_']), minLength: 1, maxLength: 10 })
    .filter(text => !reserved.has(text.toLowerCase()))
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, favouring(valueText, treacherous)), {
        maxLength: most,
        selector: ([text]) => text.toLowerCase(),
      }),
      fc.nat({ max: most }),
    )
    .map(([parameters, at]) => ({ parameters, timestampAt: Math.min(at, parameters.length) }))
}
