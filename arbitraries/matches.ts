/** Whether a value satisfies a schema: the keywords that the descriptions use, implemented independently of ajv. */

import type { Resolve } from './flat-schema.ts'
import { asJson, asList, isJson, type Json } from './json.ts'

type Rule = (limit: unknown, value: unknown, schema: Json, resolve: Resolve) => boolean

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: value => value === null,
  boolean: value => typeof value === 'boolean',
  integer: value => Number.isInteger(value),
  number: value => typeof value === 'number',
  string: value => typeof value === 'string',
  array: Array.isArray,
  object: isJson,
}

const onNumber =
  (holds: (value: number, limit: number) => boolean): Rule =>
  (limit, value) =>
    typeof value !== 'number' || holds(value, Number(limit))
const onText =
  (holds: (length: number, limit: number) => boolean): Rule =>
  (limit, value) =>
    typeof value !== 'string' || holds([...value].length, Number(limit))
const onList =
  (holds: (list: readonly unknown[], limit: unknown, resolve: Resolve) => boolean): Rule =>
  (limit, value, _schema, resolve) =>
    !Array.isArray(value) || holds(value, limit, resolve)
const onObject =
  (holds: (object: Json, limit: unknown, schema: Json, resolve: Resolve) => boolean): Rule =>
  (limit, value, schema, resolve) =>
    !isJson(value) || holds(value, limit, schema, resolve)

const rules: Readonly<Record<string, Rule>> = {
  $ref: (ref, value, _schema, resolve) => matches(resolve(String(ref)), value, resolve),
  type: (types, value) => [types].flat().some(type => kinds[String(type)]?.(value)),
  enum: (values, value) => asList(values).some(item => same(item, value)),
  const: (only, value) => same(only, value),
  not: (schema, value, _own, resolve) => !matches(schema, value, resolve),
  allOf: (parts, value, _own, resolve) => asList(parts).every(part => matches(part, value, resolve)),
  anyOf: (parts, value, _own, resolve) => asList(parts).some(part => matches(part, value, resolve)),
  oneOf: (parts, value, _own, resolve) => asList(parts).filter(part => matches(part, value, resolve)).length === 1,
  minimum: onNumber((value, limit) => value >= limit),
  maximum: onNumber((value, limit) => value <= limit),
  exclusiveMinimum: onNumber((value, limit) => value > limit),
  exclusiveMaximum: onNumber((value, limit) => value < limit),
  multipleOf: onNumber((value, limit) => Number.isInteger(value / limit)),
  minLength: onText((length, limit) => length >= limit),
  maxLength: onText((length, limit) => length <= limit),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value),
  minItems: onList((list, limit) => list.length >= Number(limit)),
  maxItems: onList((list, limit) => list.length <= Number(limit)),
  uniqueItems: onList(
    (list, wanted) => wanted !== true || new Set(list.map(item => JSON.stringify(item))).size === list.length,
  ),
  items: onList((list, schema, resolve) => list.every(item => matches(schema, item, resolve))),
  required: onObject((object, names) => asList(names).every(name => Object.hasOwn(object, String(name)))),
  minProperties: onObject((object, limit) => Object.keys(object).length >= Number(limit)),
  maxProperties: onObject((object, limit) => Object.keys(object).length <= Number(limit)),
  propertyNames: onObject((object, schema, _own, resolve) =>
    Object.keys(object).every(name => matches(schema, name, resolve)),
  ),
  properties: onObject((object, properties, _own, resolve) =>
    Object.entries(asJson(properties)).every(
      ([name, schema]) => !Object.hasOwn(object, name) || matches(schema, object[name], resolve),
    ),
  ),
  additionalProperties: onObject((object, schema, own, resolve) =>
    Object.keys(object)
      .filter(name => !Object.hasOwn(asJson(own['properties']), name))
      .every(name => matches(schema, object[name], resolve)),
  ),
  dependentRequired: onObject((object, needs) =>
    Object.entries(asJson(needs)).every(
      ([name, others]) =>
        !Object.hasOwn(object, name) || asList(others).every(other => Object.hasOwn(object, String(other))),
    ),
  ),
}

const ignored = new Set(['title', 'format', '$id', '$defs', '$schema'])

export function matches(schema: unknown, value: unknown, resolve: Resolve): boolean {
  if (typeof schema === 'boolean') return schema
  return Object.entries(asJson(schema)).every(([keyword, limit]) => {
    const rule = rules[keyword]
    if (rule) return rule(limit, value, asJson(schema), resolve)
    if (ignored.has(keyword)) return true
    throw new Error(`no arbitraries for the keyword ${keyword}`)
  })
}
