/** The value generator for a schema that a test brings. */
import type * as fc from 'fast-check'
import type { Json } from '../../arbitraries/json.ts'
import { type RequestArbitraries, requestArbitraries } from '../../arbitraries/requests.ts'

export const arbitrariesOf = (schema: Json): RequestArbitraries<string> =>
  requestArbitraries({ schemaOf: () => schema, shared: [], readings: {}, parametersOf: () => [] })

export const valid = (schema: Json): fc.Arbitrary<unknown> => arbitrariesOf(schema).requestArbitrary('value')
