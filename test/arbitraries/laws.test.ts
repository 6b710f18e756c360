/** Laws of the value generator, tested with one or more schemas for each keyword. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../arbitraries/json.ts'
import { requestArbitraries } from '../../arbitraries/requests.ts'
import { type OperationId, operations } from '../../generated/operations.ts'
import { schemaOf, sharedSchemas } from '../../generated/schemas.ts'
import { arbitrariesOf, valid } from './one-schema.ts'

const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false, strictTypes: false })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
for (const schema of sharedSchemas) ajv.addSchema(schema)

const tree: Json = {
  $ref: '#/$defs/Node',
  $defs: {
    Node: {
      type: 'object',
      required: ['name', 'children'],
      properties: {
        name: { type: 'string' },
        next: { $ref: '#/$defs/Node' },
        children: { type: 'array', items: { $ref: '#/$defs/Node' } },
        value: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'integer' }] },
      },
    },
  },
}

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more })

const shown: Readonly<Record<string, { schema: Json; breaks?: readonly string[] }>> = {
  recursion: { schema: tree, breaks: ['name: required', 'children: type'] },
  'bounds of numbers': {
    schema: object({ n: { type: 'integer', minimum: 3, maximum: 9 }, m: { type: 'number', exclusiveMinimum: 0 } }),
    breaks: ['n: minimum', 'n: maximum', 'n: type', 'm: exclusiveMinimum'],
  },
  multiples: { schema: object({ n: { type: 'integer', multipleOf: 7 } }), breaks: ['n: multipleOf'] },
  lengths: { schema: object({ s: { type: 'string', minLength: 2, maxLength: 5 } }), breaks: ['s: minLength'] },
  patterns: {
    schema: object({ s: { type: 'string', pattern: '^[0-9]{3}-[a-f]+$' } }),
    breaks: ['s: pattern'],
  },
  formats: {
    schema: object(
      Object.fromEntries(
        ['email', 'uri', 'date-time', 'date', 'uuid', 'hostname', 'ipv4'].map(format => [
          format,
          { type: 'string', format },
        ]),
      ),
    ),
  },
  lists: {
    schema: object({ l: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3, uniqueItems: true } }),
    breaks: ['l: minItems', 'l: maxItems', 'l: uniqueItems', 'l/*: type', 'l: type'],
  },
  'constants and enumerations': {
    schema: object({ c: { const: 'only' }, e: { enum: ['one', 'two'] }, n: { type: 'integer', enum: [1, 2] } }),
    breaks: ['c: const', 'e: enum', 'n: enum', 'n: type'],
  },
  'null beside a number': { schema: object({ n: { type: ['integer', 'null'] } }), breaks: ['n: type'] },
  maps: {
    schema: { type: 'object', propertyNames: { pattern: '^[0-9]+$' }, additionalProperties: { type: 'boolean' } },
  },
  'closed objects': {
    schema: object({ a: { type: 'boolean' } }, { additionalProperties: false }),
    breaks: [' additionalProperties', 'a: type'],
  },
  'members that need others': {
    schema: object({ a: { type: 'boolean' }, b: { type: 'boolean' } }, { dependentRequired: { a: ['b'] } }),
    breaks: ['b: dependentRequired'],
  },
  'all of several': {
    schema: {
      allOf: [
        object({ a: { type: 'integer', minimum: 1 } }, { required: ['a'] }),
        object({ a: { maximum: 5 }, b: { type: 'boolean' } }, { required: ['b'] }),
      ],
    },
    breaks: ['a: required', 'b: required', 'a: minimum', 'a: maximum'],
  },
  'one of several': {
    schema: object({ v: { oneOf: [{ type: 'integer' }, object({ a: { type: 'boolean' } }, { required: ['a'] })] } }),
    breaks: ['v: oneOf', 'v/a: required', 'v/a: type'],
  },
  'what must not be': {
    schema: object({ a: { type: 'integer', minimum: 0, maximum: 3, not: { const: 2 } } }),
    breaks: ['a: not', 'a: maximum'],
  },
}

describe.each(Object.entries(shown))('%s:', (_name, { schema, breaks = [] }) => {
  const validate = ajv.compile(schema)
  const { constraintsOf, nearlyValidArbitrary } = arbitrariesOf(schema)

  test('values are valid', () => {
    expect(fc.sample(valid(schema), { numRuns: 200, seed: 3 }).filter(value => !validate(value))).toEqual([])
  })

  test('each constraint can be violated alone', () => {
    const labels = constraintsOf('value').map(({ label }) => label)
    expect(labels).toEqual(
      expect.arrayContaining(breaks.map(label => `value${label.startsWith(' ') ? ':' : ' '}${label}`)),
    )
    for (const label of labels) {
      for (const { params, control } of fc.sample(nearlyValidArbitrary('value', {}, [label]), {
        numRuns: 20,
        seed: 3,
      })) {
        expect([label, validate(control), validate(params)]).toEqual([label, true, false])
      }
    }
  })

  test('the same seed gives the same values', () => {
    const sample = (): unknown[] => fc.sample(valid(schema), { numRuns: 20, seed: 11 })
    expect(sample()).toEqual(sample())
  })
})

test('replies can be generated as well', () => {
  const { requestArbitrary } = requestArbitraries<OperationId>({
    schemaOf: operation => schemaOf(operation, 'success'),
    shared: sharedSchemas,
    readings: {},
    parametersOf: () => [],
  })
  for (const operation of Object.keys(operations) as OperationId[]) {
    const schema = schemaOf(operation, 'success')
    if (!schema || operation === 'getSwagger') continue
    const validate = ajv.compile(schema)
    const made = fc.sample(requestArbitrary(operation), { numRuns: 40, seed: 3 })
    expect(
      made.filter(value => !validate(value)),
      operation,
    ).toEqual([])
  }
})

/** The value to which fast-check shrinks a failing property. */
function smallest(schema: Json, holds: (value: never) => boolean): unknown {
  const { counterexample } = fc.check(
    fc.property(valid(schema), value => holds(value as never)),
    {
      seed: 5,
      numRuns: 1000,
    },
  )
  return counterexample?.[0]
}

describe('a failing property ends at the smallest counterexample of', () => {
  const word: Json = { type: 'string' }

  test('text', () => {
    expect(smallest(word, (value: string) => value.length < 3)).toBe('aaa')
    expect(smallest(word, (value: string) => !/\p{Script=Cyrillic}/u.test(value))).toBe('а')
    expect(smallest({ ...word, maxLength: 500 }, (value: string) => value.length < 321)).toBe('a'.repeat(321))
  })

  test('numbers', () => {
    const range: Json = { type: 'integer', minimum: 10, maximum: 1000 }
    expect(smallest(range, () => false)).toBe(10)
    expect(smallest(range, (value: number) => value < 347)).toBe(347)
  })

  test('lists', () => {
    const list: Json = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 1000 } }
    expect(smallest(list, (value: number[]) => value.length < 2)).toEqual([0, 0])
    expect(smallest(list, (value: number[]) => !value.some(item => item > 100))).toEqual([101])
  })

  test('unions', () => {
    const union: Json = { oneOf: [{ type: 'integer', minimum: 0 }, object({ a: word }, { required: ['a'] })] }
    expect(smallest(union, () => false)).toBe(0)
    expect(smallest(union, (value: unknown) => typeof value === 'number')).toEqual({ a: '' })
  })

  test('objects', () => {
    const many = object({ a: { type: 'boolean' }, b: { type: 'boolean' }, c: word }, { required: ['c'] })
    expect(smallest(many, () => false)).toEqual({ c: '' })
    expect(smallest(many, (value: Json) => !('b' in value))).toEqual({ b: false, c: '' })
  })

  test('recursion', () => {
    expect(smallest(tree, () => false)).toEqual({ name: '', children: [] })
    expect(smallest(tree, (value: { children: unknown[] }) => value.children.length === 0)).toEqual({
      name: '',
      children: [{ name: '', children: [] }],
    })
  })
})
