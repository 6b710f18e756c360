/** Predicates about JSON that serve any API. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../evidence/exchange.ts'
import { beside } from './beside.ts'
import { parentAt, select, valueAt, visitPlaces } from './paths.ts'
import { bodyOf, broken, brokenAt, holds, type Judgement, predicate, shown, vacuous } from './predicate.ts'
import { describeSchema, validatorOf } from './schema-validator.ts'

const each = (
  exchanges: readonly Exchange[],
  judge: (exchange: Exchange) => ReturnType<typeof broken>,
): ReturnType<typeof broken> => {
  let last: ReturnType<typeof broken> = vacuous('there is no exchange')
  for (const exchange of exchanges) {
    const one = judge(exchange)
    if (one.outcome === 'broken') return one
    if (last.outcome !== 'holds') last = one
  }
  return last
}

/** The beginning of `actual` for an absent member; the value that lacks it follows. */
export const ABSENT_IN = 'it is absent in '

/** Every value at the path matches the schema; if the field is required, it is never absent. */
export const field = predicate('field', (exchanges, args: { path: string; schema: object; required: boolean }) => {
  const valid = validatorOf(args.schema)
  const topLevel = args.path.lastIndexOf('/') === 0
  return each(exchanges, exchange => {
    let judged = 0
    let places = 0
    let wrong: Judgement | null = null
    visitPlaces(exchange.json, args.path, (present, value, at) => {
      places++
      if (!present && !args.required) return true
      judged++
      if (!present)
        wrong = brokenAt(
          at(),
          `to be present: ${describeSchema(args.schema)}`,
          `${ABSENT_IN}${shown(parentAt(exchange.json, at()), 200)}`,
        )
      else if (!valid(value)) wrong = brokenAt(at(), `to be ${describeSchema(args.schema)}`, shown(value))
      return wrong === null
    })
    if (wrong) return wrong
    if (places === 0 && topLevel && args.required)
      return broken(`a JSON object with ${args.path.slice(1)}`, bodyOf(exchange), { document: true })
    return judged > 0 ? holds : vacuous(`nothing stands at ${args.path}`)
  })
})

/** The value at a pointer equals this one. */
export const equals = predicate('equals', (exchanges, args: { pointer: string; value: unknown }) =>
  each(exchanges, exchange => {
    const actual = valueAt(exchange.json, args.pointer)
    return isDeepStrictEqual(actual, args.value)
      ? holds
      : brokenAt(args.pointer, `to be ${shown(args.value)}`, beside(args.value, actual))
  }),
)

/** The array at a pointer has this many elements, all integers. */
export const integers = predicate('integers', (exchanges, args: { pointer: string; count: number }) =>
  each(exchanges, exchange => {
    const actual = valueAt(exchange.json, args.pointer)
    const good = Array.isArray(actual) && actual.length === args.count && actual.every(Number.isInteger)
    return good
      ? holds
      : brokenAt(
          args.pointer,
          `to hold ${args.count} ${args.count === 1 ? 'integer' : 'integers'}`,
          actual === undefined ? bodyOf(exchange) : shown(actual),
        )
  }),
)

/** The list at a pointer has an element with these members (`where`), and that element has those (`has`). */
export const listed = predicate(
  'listed',
  (exchanges, args: { list: string; where: Record<string, unknown>; has?: Record<string, unknown> }) =>
    each(exchanges, exchange => {
      const found = elementsWhere(valueAt(exchange.json, args.list), args.where)
      if (found.length === 0)
        return brokenAt(args.list, `to list an element with ${shown(args.where)}`, 'none of its elements has it', {
          absent: true,
        })
      for (const [name, value] of Object.entries(args.has ?? {})) {
        const actual = (found[0] as Record<string, unknown>)[name]
        if (!isDeepStrictEqual(actual, value))
          return broken(
            `${name} of the element of ${args.list} with ${shown(args.where)} to be ${shown(value)}`,
            beside(value, actual),
          )
      }
      return holds
    }),
)

/** The list at a pointer has no element with these members. */
export const unlisted = predicate('unlisted', (exchanges, args: { list: string; where: Record<string, unknown> }) =>
  each(exchanges, exchange => {
    const list = valueAt(exchange.json, args.list)
    if (!Array.isArray(list)) return brokenAt(args.list, 'to be an array', bodyOf(exchange))
    const found = elementsWhere(list, args.where)
    return found.length === 0
      ? holds
      : brokenAt(args.list, `to list no element with ${shown(args.where)}`, shown(found[0]))
  }),
)

/** No text at these paths is blank; what is absent or of another type is judged elsewhere. */
export const notBlank = predicate('not-blank', (exchanges, { paths }: { paths: readonly string[] }) => {
  const texts = exchanges
    .flatMap(({ json }) => paths.flatMap(path => select(json, path)))
    .filter(({ value }) => typeof value === 'string')
  const blank = texts.find(({ value }) => (value as string).trim() === '')
  if (blank) return brokenAt(blank.at, 'not to be blank', shown(blank.value))
  return texts.length > 0 ? holds : vacuous(`no text stands at ${paths.join(' or ')}`)
})

/** The first exchange's value at a pointer equals the second's. */
export const unchanged = predicate('unchanged', (exchanges, args: { pointer: string }) => {
  const [before, after] = [valueAt(exchanges[0]?.json, args.pointer), valueAt(exchanges.at(-1)?.json, args.pointer)]
  return isDeepStrictEqual(before, after)
    ? holds
    : brokenAt(args.pointer, `to be as before: ${shown(before)}`, beside(before, after))
})

export function elementsWhere(list: unknown, where: Readonly<Record<string, unknown>>): unknown[] {
  if (!Array.isArray(list)) return []
  const members = Object.entries(where)
  const has = (element: Record<string, unknown>): boolean =>
    members.every(([name, value]) => element[name] === value || isDeepStrictEqual(element[name], value))
  return list.filter(element => typeof element === 'object' && element !== null && has(element))
}
