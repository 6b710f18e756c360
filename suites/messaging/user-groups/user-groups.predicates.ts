/** Predicates about one group in the list of user groups, and about the list. */
import {
  broken,
  type Exchange,
  elementsWhere,
  holds,
  type Judgement,
  predicate,
  presentIn,
  select,
  shown,
  valueAt,
} from '../../../harness/index.ts'
import { outcomeOf } from '../outcome.ts'

type Group = Readonly<Record<string, unknown>>

const groupIn = (exchanges: readonly Exchange[], id: unknown): Group | undefined =>
  elementsWhere(valueAt(exchanges.at(-1)?.json, '/user_groups'), { id })[0] as Group | undefined

const ofGroup = (exchanges: readonly Exchange[], id: unknown, judge: (group: Group) => Judgement): Judgement => {
  const group = groupIn(exchanges, id)
  return group ? judge(group) : broken(`user_groups to list the group ${shown(id)}`, 'it does not', { absent: true })
}

const inOneForm = (name: unknown): unknown => (typeof name === 'string' ? name.normalize('NFKC').toLowerCase() : name)

/** The group has this name: in which case and in which Unicode form a deployment keeps a name is not stated. */
export const hasName = predicate(
  'messaging.user-groups.has-name',
  (exchanges, { id, has }: { id: unknown; has: { name: string } }) =>
    ofGroup(exchanges, id, ({ name }) =>
      inOneForm(name) === inOneForm(has.name)
        ? holds
        : broken(`the name of group ${shown(id)} to be ${shown(has.name)}, in any case`, shown(name)),
    ),
)

const sorted = (ids: unknown): unknown =>
  Array.isArray(ids) ? [...new Set(ids)].sort((a, b) => Number(a) - Number(b)) : ids
const sameIds = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** A list of ids of the group has exactly these ids, in any order. */
export const holdsIds = predicate(
  'messaging.user-groups.holds-ids',
  (exchanges, args: { id: unknown; field: string; ids: readonly number[] }) =>
    ofGroup(exchanges, args.id, group =>
      sameIds(group[args.field], args.ids)
        ? holds
        : broken(
            `${args.field} of group ${shown(args.id)} to be ${shown(args.ids)} in any order`,
            shown(group[args.field]),
          ),
    ),
)

/** A list of ids of the group has at least these ids: the server may add the creator as a member. */
export const containsIds = predicate(
  'messaging.user-groups.contains-ids',
  (exchanges, args: { id: unknown; field: string; ids: readonly number[] }) =>
    ofGroup(exchanges, args.id, group => {
      const ids = group[args.field]
      const all = Array.isArray(ids) && args.ids.every(id => ids.includes(id))
      return all ? holds : broken(`${args.field} of group ${shown(args.id)} to hold ${shown(args.ids)}`, shown(ids))
    }),
)

/** The group's list of ids does not have this id. */
export const lacksId = predicate(
  'messaging.user-groups.lacks-id',
  (exchanges, args: { id: unknown; field: string; absent: number }) =>
    ofGroup(exchanges, args.id, group => {
      const ids = group[args.field]
      return Array.isArray(ids) && !ids.includes(args.absent)
        ? holds
        : broken(`${args.field} of group ${shown(args.id)} not to hold ${args.absent}`, shown(ids))
    }),
)

/** No group has this id in this list. */
export const lacksIdEverywhere = predicate(
  'messaging.user-groups.lacks-id-everywhere',
  (exchanges, args: { field: string; absent: number }) => {
    const groups = elementsWhere(valueAt(exchanges.at(-1)?.json, '/user_groups'), {}) as Group[]
    const wrong = groups.find(({ [args.field]: ids }) => Array.isArray(ids) && ids.includes(args.absent))
    return wrong === undefined ? holds : broken(`no ${args.field} to hold ${args.absent}`, shown(wrong))
  },
)

/** A setting in object form: the id of a group means the same as an object with only that group. */
const asObject = (value: unknown): unknown => {
  if (typeof value === 'number') return { direct_members: [], direct_subgroups: [value] }
  const { direct_members, direct_subgroups } = (value ?? {}) as Group
  return { direct_members: sorted(direct_members), direct_subgroups: sorted(direct_subgroups) }
}

const areAlike = (one: unknown, other: unknown): boolean =>
  JSON.stringify(asObject(one)) === JSON.stringify(asObject(other))

/** Whether a setting is shown as the id of a listed group that has the members and subgroups sent. */
function isListedAs(exchange: Exchange | undefined, shownId: unknown, sent: unknown): boolean {
  if (typeof shownId !== 'number') return false
  const [group] = elementsWhere(valueAt(exchange?.json, '/user_groups'), { id: shownId }) as Group[]
  const { members, direct_subgroup_ids } = group ?? {}
  return group !== undefined && areAlike({ direct_members: members, direct_subgroups: direct_subgroup_ids }, sent)
}

/** Each setting has the value sent, in either form. */
export const keepsSettings = predicate(
  'messaging.user-groups.keeps-settings',
  (exchanges, args: { id: unknown; settings: Group }) =>
    ofGroup(exchanges, args.id, group => {
      for (const [name, sent] of Object.entries(args.settings)) {
        if (!areAlike(group[name], sent) && !isListedAs(exchanges.at(-1), group[name], sent))
          return broken(`${name} of group ${shown(args.id)} to be ${shown(sent)} in either form`, shown(group[name]))
      }
      return holds
    }),
)

/** A field of the group is null or has this value. */
export const isNullOr = predicate(
  'messaging.user-groups.null-or',
  (exchanges, args: { id: unknown; field: string; value: unknown }) =>
    ofGroup(exchanges, args.id, group =>
      group[args.field] === null || group[args.field] === args.value
        ? holds
        : broken(
            `${args.field} of group ${shown(args.id)} to be null or ${shown(args.value)}`,
            shown(group[args.field]),
          ),
    ),
)

/** A time of the group is null, or in UNIX seconds within a day of our clock. */
export const isNullOrRecent = predicate(
  'messaging.user-groups.null-or-recent',
  (exchanges, args: { id: unknown; field: string; now: number }) =>
    ofGroup(exchanges, args.id, group => {
      const seconds = group[args.field]
      const recent =
        typeof seconds === 'number' && Number.isInteger(seconds) && Math.abs(seconds - args.now / 1000) < 86_400
      return seconds === null || recent
        ? holds
        : broken(`${args.field} of group ${shown(args.id)} to be null or ${presentIn(args.now)}`, shown(seconds))
    }),
)

/** One of the objections names this setting. */
export const objectsFor = predicate('messaging.user-groups.objects-for', ([exchange], args: { setting: string }) => {
  const named = select(exchange?.json, '/objections/*/settings/*').map(({ value }) => value)
  return named.includes(args.setting)
    ? holds
    : broken(`an objection with ${shown(args.setting)} in its settings`, shown(valueAt(exchange?.json, '/objections')))
})

/** The list of objections is not empty. */
export const objects = predicate('messaging.user-groups.objects', exchanges => {
  const none = exchanges.find(({ json }) => {
    const objections = valueAt(json, '/objections')
    return Array.isArray(objections) && objections.length === 0
  })
  return none === undefined ? holds : broken('an objection', shown(valueAt(none.json, '/objections')))
})

/** No group of the list is deactivated. */
export const allActive = predicate('messaging.user-groups.all-active', exchanges => {
  const lists = exchanges.map(({ json }) => valueAt(json, '/user_groups'))
  const [wrong] = lists.flatMap(list => elementsWhere(list, { deactivated: true }))
  return wrong === undefined ? holds : broken('no group with deactivated true', shown(wrong))
})

const SYSTEM_GROUPS = ['role:internet', 'role:everyone', 'role:owners']

/** Of the groups named like a system group, at least one is a system group; users may have made others with the name. */
export const systemFlagged = predicate('messaging.user-groups.system-flagged', exchanges => {
  const lists = exchanges.map(({ json }) => valueAt(json, '/user_groups'))
  for (const name of SYSTEM_GROUPS) {
    const named = lists.flatMap(list => elementsWhere(list, { name })) as Group[]
    const [own] = named.filter(group => (group['creator_id'] ?? null) === null)
    if (own && named.every(group => group['is_system_group'] === false))
      return broken(`the group ${name} to have is_system_group true`, shown(own))
  }
  return holds
})

/** The old parameter name is refused, listed as unsupported, or works (the group is listed); it is not silently ignored. */
export const aliasOrUnsupported = predicate(
  'messaging.user-groups.alias-or-unsupported',
  (exchanges, args: { id: unknown; name: string }) => {
    const last = exchanges.at(-1)
    if (last && outcomeOf(last) === 'error') return holds
    const unsupported = valueAt(last?.json, '/ignored_parameters_unsupported')
    const listed = Array.isArray(unsupported) && unsupported.includes(args.name)
    return listed || groupIn(exchanges, args.id)
      ? holds
      : broken(`${args.name} to be refused, listed as unsupported, or to work`, 'none of these')
  },
)
