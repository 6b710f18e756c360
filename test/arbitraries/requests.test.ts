/** Generated requests: ajv accepts every valid one and refuses every nearly valid one, for every version of the schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../../generated/operations.ts'
import { schemaOf, schemas, sharedSchemas } from '../../generated/schemas.ts'
import {
  constraintsOf,
  nearlyValidArbitrary,
  requestArbitrary,
  requestCases,
} from '../../suites/properties/arbitraries.ts'

const ajv = new Ajv2020({ allowUnionTypes: true })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
for (const schema of sharedSchemas) ajv.addSchema(schema)

function validatorOf(operation: OperationId, level: number): ValidateFunction {
  const schema = schemaOf(operation, 'request', level)
  if (!schema) throw new Error(`${operation} has no request at ${level}`)
  return ajv.getSchema(String(schema['$id'])) ?? ajv.compile(schema)
}

/** One feature level for each version of a request's schema. */
const versions = (Object.keys(operations) as OperationId[]).flatMap(operation =>
  schemas[operation].request.map(({ since, until }) => [operation, until ?? Math.max(since ?? 0, 500)] as const),
)

const limits = { max_message_length: 300, max_topic_length: 60, max_stream_name_length: 60 }

describe.each(versions)('%s at %i', (operation, level) => {
  const validate = validatorOf(operation, level)
  const options = { level, limits }

  test('valid requests are valid, in plain and in hostile text', () => {
    for (const text of ['plain', 'hostile'] as const) {
      const made = fc.sample(requestArbitrary(operation, { level, text, limits }), { numRuns: 500, seed: 7 })
      expect(made.filter(params => !validate(params))).toEqual([])
    }
  })

  test('requests for each named case are valid', () => {
    for (const { label, arbitrary } of requestCases(operation, options)) {
      const made = fc.sample(arbitrary, { numRuns: 3, seed: 7 })
      expect(
        made.filter(params => !validate(params)),
        label,
      ).toEqual([])
    }
  })

  test('each constraint is violated alone, and only the violation makes the request invalid', () => {
    for (const { label } of constraintsOf(operation, options)) {
      const made = fc.sample(nearlyValidArbitrary(operation, options, [label]), { numRuns: 10, seed: 7 })
      for (const { params, control, broken } of made) {
        expect(broken.label).toBe(label)
        expect([validate(control), control], label).toEqual([true, control])
        expect([validate(params), params], label).toEqual([false, params])
      }
    }
  })
})
