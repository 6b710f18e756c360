/** Predicates about membership in a list that a provisioner read back, and about distinct ids. */
import { broken, brokenAt, holds, predicate, select, shown, vacuous, valueAt } from '../../harness/index.ts'

type Membership = { what: string; items: readonly unknown[]; among: unknown }

const missingOf = ({ items, among }: Membership): unknown[] =>
  items.filter(item => !Array.isArray(among) || !among.includes(item))

/** The list includes all of these items. */
export const areAmong = predicate('fixture.among', (_exchanges, args: Membership) => {
  const missing = missingOf(args)
  return missing.length === 0
    ? holds
    : broken(`${args.what} to include ${shown(args.items)}`, `${shown(missing)} missing in ${shown(args.among)}`)
})

/** The list includes none of these items. */
export const areNotAmong = predicate('fixture.not-among', (_exchanges, args: Membership) => {
  if (!Array.isArray(args.among)) return broken(`${args.what} to be a list`, shown(args.among))
  const missing = missingOf(args)
  return missing.length === args.items.length
    ? holds
    : broken(`${args.what} to include none of ${shown(args.items)}`, shown(args.among))
})

/** Only numbers and strings count: other values violate another requirement, and two nulls are not two equal ids. */
const isId = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string'

const repeated = (ids: readonly unknown[]): unknown => ids.find((id, at) => ids.indexOf(id) !== at)

/** The values that several replies have at a pointer differ from each other. */
export const differsFromEachOther = predicate('messaging.distinct', (exchanges, args: { pointer: string }) => {
  const once = exchanges.filter(({ n }, at) => exchanges.findIndex(other => other.n === n) === at)
  const ids = once.map(({ json }) => valueAt(json, args.pointer)).filter(isId)
  if (ids.length < 2) return vacuous(`fewer than two replies have ${args.pointer}`)
  const twice = repeated(ids)
  return twice === undefined ? holds : brokenAt(args.pointer, 'to differ from reply to reply', shown(ids))
})

/** No two elements of a list have the same id. */
export const idsDiffer = predicate('messaging.list-ids-distinct', (exchanges, args: { list: string }) => {
  for (const { json } of exchanges) {
    const ids = select(json, `${args.list}/*/id`).flatMap(({ value }) => (isId(value) ? [value] : []))
    const twice = repeated(ids)
    if (twice !== undefined) return broken(`each id of ${args.list} once`, `${shown(twice)} stands there twice`)
  }
  return holds
})
