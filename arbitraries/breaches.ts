/** Every way to break exactly one constraint of a schema, with the place and keyword that it breaks. */
import * as fc from 'fast-check'
import { branchesOf } from './branches.ts'
import { brokenValues } from './broken-values.ts'
import { alternatives, mergeSchemas, onlyRef, refName, typesOf } from './flat-schema.ts'
import { asJson, asList, type Json } from './json.ts'
import { listAround } from './lists.ts'
import { memberValue, objectWith } from './objects.ts'
import { inside, named, type Place, pointerOf } from './reading.ts'
import { sieve } from './sieve.ts'
import { keeps, readingOf, type Source, type Spot } from './source.ts'
import { word } from './text.ts'
import { absent, Twin, versionOf } from './twin.ts'
import { value } from './values.ts'

export interface Breach {
  readonly pointer: string
  readonly keyword: string
  readonly form?: string
  /**
   * Values that contain one twin (a valid and a broken version of one place). Made on demand: a request has many
   * breaches.
   */
  twins(): fc.Arbitrary<unknown>
}

export function breachesOf(source: Source, schema: unknown, spot: Spot): Breach[] {
  if (isOpen(source, spot)) return []
  const ref = onlyRef(schema)
  if (ref !== undefined) return isInside(spot, ref) ? [] : breachesOf(source, source.resolve(ref), within(spot, ref))
  const branches = branchesOf(source, schema, spot)
  if (branches) {
    const inner = branches.flatMap(branch => breachesOf(source, branch.schema, branch.spot))
    const own = choiceBreach(source, schema, spot)
    return [...own, ...inner.filter(breach => own.length === 0 || !isOwnKind(breach, spot))].map(breach =>
      changed(breach, twins => sieve(twins, breaks(source, schema))),
    )
  }
  return alternatives(schema, source.resolve).flatMap(way =>
    flatBreaches(source, way.schema, { ...spot, ...named(spot, ...way.names) }),
  )
}

const changed = (breach: Breach, change: (twins: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>): Breach => ({
  ...breach,
  twins: () => change(breach.twins()),
})

const breaks = (source: Source, schema: unknown) => (twin: unknown) =>
  keeps(source, schema)(versionOf(twin, 'good')) && !keeps(source, schema)(versionOf(twin, 'bad'))

/** Whether the place is already inside the schema that `ref` names, as happens in a recursive schema. */
export const isInside = ({ anchors, path }: Place, ref: string): boolean =>
  anchors.some(({ name, depth }) => name === refName(ref) && depth < path.length)

export const within = (spot: Spot, ref: string): Spot => ({ ...spot, ...named(spot, refName(ref)) })

function isOpen(source: Source, place: Place): boolean {
  const { ignored, omit, observed } = readingOf(source, place)
  const [parameter] = place.path
  return (
    Boolean(ignored) ||
    omit === true ||
    observed === true ||
    (parameter !== undefined && source.unbroken.has(parameter))
  )
}

const at = ({ path, form }: Place, keyword: string): Omit<Breach, 'twins'> => ({
  pointer: pointerOf(path),
  keyword,
  ...(form === undefined ? {} : { form }),
})

const twinsOf = (good: fc.Arbitrary<unknown>, bad: fc.Arbitrary<unknown>): fc.Arbitrary<Twin> =>
  fc.tuple(good, bad).map(pair => new Twin(...pair))

/** A word breaks all branches of a choice at once if none of them accepts text. */
function choiceBreach(source: Source, schema: unknown, spot: Spot): Breach[] {
  const takesText = alternatives(schema, source.resolve).some(({ schema: way }) => {
    const types = typesOf(way)
    return !('enum' in way || 'const' in way) && (types.length === 0 || types.includes('string'))
  })
  if (takesText || spot.path.length === 0) return []
  const keyword = 'oneOf' in asJson(schema) ? 'oneOf' : 'anyOf'
  return [{ ...at(spot, keyword), twins: () => twinsOf(memberValue(source, schema, spot), word) }]
}

const isOwnKind = ({ pointer, keyword }: Breach, place: Place): boolean =>
  pointer === pointerOf(place.path) && ['type', 'enum', 'const'].includes(keyword)

function flatBreaches(source: Source, schema: Json, spot: Spot): Breach[] {
  const good = (): fc.Arbitrary<unknown> => memberValue(source, schema, spot)
  const types = typesOf(schema)
  return [
    ...brokenValues(source, schema, spot).map(([keyword, bad]) => ({
      ...at(spot, keyword),
      twins: () => twinsOf(good(), bad()),
    })),
    ...forbidden(source, schema, spot),
    ...(types.includes('object') ? objectBreaches(source, schema, spot) : []),
    ...(types.includes('array') && schema['items'] !== undefined ? elementBreaches(source, schema, spot) : []),
  ]
}

/** Values that break `not`: they also satisfy the schema under `not`. */
function forbidden(source: Source, schema: Json, spot: Spot): Breach[] {
  const { not, ...rest } = schema
  if (not === undefined || readingOf(source, spot).open?.includes('not')) return []
  const bad = mergeSchemas(rest, asJson(not))
  return [{ ...at(spot, 'not'), twins: () => twinsOf(value(source, schema, spot), value(source, bad, spot)) }]
}

function elementBreaches(source: Source, schema: Json, spot: Spot): Breach[] {
  return breachesOf(source, schema['items'], { ...spot, ...inside(spot, '*') }).map(breach =>
    changed(breach, twins => listAround(source, schema, spot, twins)),
  )
}

function objectBreaches(source: Source, schema: Json, spot: Spot): Breach[] {
  const properties = asJson(schema['properties'])
  const place = (name: string): Spot => ({ ...spot, ...inside(spot, name) })
  const around = (name: string, twins: fc.Arbitrary<unknown>): fc.Arbitrary<Json> =>
    unforbidden(source, schema, objectWith(source, schema, spot, [name, twins]))
  const leftOut = (name: string): fc.Arbitrary<Twin> =>
    memberValue(source, properties[name] ?? {}, place(name)).map(member => new Twin(member, absent))
  const members = Object.entries(properties).flatMap(([name, member]) =>
    breachesOf(source, member, place(name)).map(breach => changed(breach, twins => around(name, twins))),
  )
  const missing = asList(schema['required'])
    .map(String)
    .filter(name => !isOpen(source, place(name)) && !readingOf(source, place(name)).open?.includes('required'))
    .map(name => ({ ...at(place(name), 'required'), twins: () => around(name, leftOut(name)) }))
  const dependent = Object.entries(asJson(schema['dependentRequired'])).flatMap(([name, needs]) =>
    asList(needs)
      .map(String)
      .map(need => ({
        ...at(place(need), 'dependentRequired'),
        twins: () =>
          objectWith(
            source,
            schema,
            spot,
            [name, memberValue(source, properties[name] ?? {}, place(name))],
            [need, leftOut(need)],
          ),
      })),
  )
  return [...missing, ...members, ...dependent, ...tooMany(source, schema, spot)]
}

/** Only one constraint is broken at a time: the broken version must still satisfy `not`. */
const unforbidden = (source: Source, { not }: Json, objects: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  not === undefined ? objects : sieve(objects, object => keeps(source, { not })(versionOf(object, 'bad')))

function tooMany(source: Source, schema: Json, spot: Spot): Breach[] {
  const { additionalProperties, maxProperties } = schema
  const more = (count: number) => (): fc.Arbitrary<Twin> =>
    objectWith(source, schema, spot).map(object => {
      const extra = Array.from({ length: count }, (_, index) => [`another_${index + 1}`, 'a'])
      return new Twin(object, { ...object, ...Object.fromEntries(extra) })
    })
  return [
    ...(additionalProperties === false ? [{ ...at(spot, 'additionalProperties'), twins: more(1) }] : []),
    ...(typeof maxProperties === 'number' ? [{ ...at(spot, 'maxProperties'), twins: more(maxProperties) }] : []),
  ]
}
