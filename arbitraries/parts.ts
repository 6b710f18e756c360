/** Splits a request into parts: for each parameter, the smallest request that still has it. */

import { branchesOf } from './branches.ts'
import { alternatives } from './flat-schema.ts'
import { isJson, type Json } from './json.ts'
import { inside, type Place } from './reading.ts'
import { keeps, narrowed, readingOf, type Source, type Spot } from './source.ts'

export interface RequestPart {
  readonly name: string
  readonly params: Json
}

/** Identical parts are listed once, under the name of the first. */
export function partsOf(params: Json, isCovered: (candidate: Json) => boolean): RequestPart[] {
  const known = new Set<string>()
  return Object.keys(params).flatMap(name => {
    const least = leastWith(params, name, isCovered)
    const content = JSON.stringify(least)
    if (known.has(content)) return []
    known.add(content)
    return [{ name, params: least }]
  })
}

function leastWith(params: Json, name: string, isCovered: (candidate: Json) => boolean): Json {
  let least = params
  for (const other of Object.keys(params).filter(candidate => candidate !== name)) {
    const { [other]: _left, ...rest } = least
    if (isCovered(rest)) least = rest
  }
  return least
}

/** Whether the contract specifies a request: it satisfies the schema, and one of its forms with the readings applied. */
export function isCovered(source: Source, schema: unknown, spot: Spot): (candidate: Json) => boolean {
  const valid = keeps(source, schema)
  const forms = formsOf(source, schema, spot)
  return candidate => valid(candidate) && forms.some(form => form(candidate))
}

type Test = (candidate: Json) => boolean

function formsOf(source: Source, schema: unknown, spot: Spot): Test[] {
  const branches = branchesOf(source, schema, spot) ?? [{ schema, spot }]
  return branches.flatMap(branch =>
    alternatives(branch.schema, source.resolve).map(way => formTest(source, way.schema, branch.spot)),
  )
}

function formTest(source: Source, schema: Json, spot: Spot): Test {
  const own = narrowed(source, schema, spot)
  const properties = isJson(own['properties']) ? own['properties'] : {}
  const needed = Object.keys(properties).filter(name => isNeeded(source, inside(spot, name)))
  const avoided = (readingOf(source, spot).avoid ?? []).map(open => keeps(source, open))
  const valid = keeps(source, own)
  return candidate =>
    valid(candidate) && needed.every(name => name in candidate) && !avoided.some(matches => matches(candidate))
}

const isNeeded = (source: Source, place: Place): boolean => readingOf(source, place).needed === true
