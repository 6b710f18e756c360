/**
 * Created objects have different ids, and are listed as they were sent. A capture that does not show the callers may also lack
 * other clients that removed objects: then nothing is concluded from a list.
 */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import {
  type Concluded,
  elementsWhere,
  integerIn,
  listed,
  type Predicate,
  type Sequence,
  select,
  type TrafficStep,
  valueAt,
} from '../../../harness/index.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { codeOf } from '../outcome.ts'
import { containsIds, hasName } from '../user-groups/user-groups.predicates.ts'
import {
  follows,
  isFaultless,
  isOfTheMoment,
  mayBeBehind,
  organizationOf,
  Recent,
  succeeded,
  wasRefused,
} from './quiet.ts'
import { idsAreReadable, isReadable } from './readable.ts'

const CREATIONS: readonly (readonly [requirement: string, operation: MessagingOperationId, pointer: string])[] = [
  ['messaging.user-groups.ids-distinct', 'createUserGroup', '/group_id'],
  ['messaging.channel-folders.ids-distinct', 'createChannelFolder', '/channel_folder_id'],
  ['messaging.profile-fields.ids-distinct', 'createProfileField', '/id'],
  ['messaging.playgrounds.ids-distinct', 'addPlayground', '/id'],
]

const claim = (requirement: string, predicate: unknown, args: object, ...steps: readonly TrafficStep[]): Concluded => ({
  requirement,
  predicate: predicate as Predicate,
  args: args as Concluded['args'],
  exchanges: steps.map(({ exchange }) => exchange),
})

/** Whether two creations were concurrent or in quick succession: later, an id may have been reused. */
const isNear = (step: TrafficStep, before: TrafficStep): boolean =>
  follows(step, before) || (step.sentAt < before.receivedAt && before.sentAt < step.receivedAt)

const idsDiffer: readonly Sequence[] = CREATIONS.map(([requirement, operation, pointer]) => ({
  requirements: [requirement],
  start: () => {
    const known = new Recent()
    const last = new Map<string, TrafficStep>()
    return step => {
      if (step.exchange.operation !== operation || !succeeded(step)) return []
      const id = valueAt(step.exchange.json, pointer)
      if (!Number.isInteger(id)) return []
      const organization = organizationOf(step)
      const before = known.get(`${organization} ${id}`) ?? last.get(organization)
      known.set(`${organization} ${id}`, step)
      last.set(organization, step)
      return before && isNear(step, before) ? [claim(requirement, differsFromEachOther, { pointer }, before, step)] : []
    }
  },
}))

/** Whether every deployment keeps this text unchanged. */
const isPlain = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^[\p{L}\p{N}](?:[\p{L}\p{N} .,_-]*[\p{L}\p{N}])?$/u.test(text) &&
  Buffer.byteLength(text) <= 30 &&
  !text.includes('  ') &&
  text === text.normalize('NFC')

type Shows = (
  id: number,
  params: Readonly<Record<string, unknown>>,
) => readonly (readonly [requirement: string, predicate: unknown, args: object])[]

const groupShows: Shows = (id, { name, description, members }) => [
  [
    'messaging.user-groups.created-listed',
    listed,
    {
      list: '/user_groups',
      where: { id },
      has: { deactivated: false, is_system_group: false },
    },
  ],
  ...(isPlain(name) ? [['messaging.user-groups.name-kept', hasName, { id, has: { name } }] as const] : []),
  ...(isPlain(description)
    ? [
        [
          'messaging.user-groups.description-kept',
          listed,
          { list: '/user_groups', where: { id }, has: { description } },
        ] as const,
      ]
    : []),
  ...(Array.isArray(members) && members.length > 0 && members.every(Number.isInteger)
    ? [['messaging.user-groups.members-kept', containsIds, { id, field: 'members', ids: members }] as const]
    : []),
]

const KEPT = [
  ['type-kept', 'field_type', 'type'],
  ['name-kept', 'name', 'name'],
  ['hint-kept', 'hint', 'hint'],
  ['required-kept', 'required', 'required'],
  ['editable-kept', 'editable_by_user', 'editable_by_user'],
] as const

const fieldShows: Shows = (id, params) => {
  const list = '/custom_fields'
  const kept = KEPT.filter(([, sent]) =>
    typeof params[sent] === 'string' ? isPlain(params[sent]) : params[sent] !== undefined,
  )
  return [
    ['messaging.profile-fields.created-listed', listed, { list, where: { id } }],
    ...kept.map(
      ([name, sent, shown]) =>
        [`messaging.profile-fields.${name}`, listed, { list, where: { id }, has: { [shown]: params[sent] } }] as const,
    ),
    ...(params['display_in_profile_summary'] === true
      ? [
          [
            'messaging.profile-fields.summary-kept',
            listed,
            { list, where: { id }, has: { display_in_profile_summary: true } },
          ] as const,
        ]
      : []),
  ]
}

interface Listing {
  readonly creates: MessagingOperationId
  readonly pointer: string
  readonly lists: MessagingOperationId
  readonly list: string
  /** The operation that may remove an object from the list, and the parameter that names the object. */
  readonly removes?: readonly [operation: MessagingOperationId, name: string]
  readonly shows: Shows
  readonly requirements: readonly string[]
}

const LISTINGS: readonly Listing[] = [
  {
    creates: 'createUserGroup',
    pointer: '/group_id',
    lists: 'getUserGroups',
    list: '/user_groups',
    removes: ['deactivateUserGroup', 'user_group_id'],
    shows: groupShows,
    requirements: ['created-listed', 'name-kept', 'description-kept', 'members-kept'].map(
      name => `messaging.user-groups.${name}`,
    ),
  },
  {
    creates: 'createProfileField',
    pointer: '/id',
    lists: 'getProfileFields',
    list: '/custom_fields',
    shows: fieldShows,
    requirements: ['created-listed', 'summary-kept', ...KEPT.map(([name]) => name)].map(
      name => `messaging.profile-fields.${name}`,
    ),
  },
]

/** Conclusions left open: after a refusal that may be legal, or a repeated id, nothing is judged about listing. */
const leftOpen = (shows: Shows, step: TrafficStep): Concluded[] =>
  shows(Number.NaN, step.request?.params ?? {}).map(([requirement, predicate, args]) => ({
    ...claim(requirement, predicate, args, step),
    isOpen: true,
  }))

/** Whether the object is certainly not listed: only if every element has a readable id. */
const isMissing = (requirement: string, json: unknown, list: string, id: unknown): boolean =>
  requirement.endsWith('.created-listed') && idsAreReadable(valueAt(json, list)) && lacks(json, list, id)

const lacks = (json: unknown, list: string, id: unknown): boolean =>
  elementsWhere(valueAt(json, list), { id }).length === 0

const usersIn = (json: unknown): ReadonlySet<unknown> =>
  new Set(select(json, '/user_groups/*/members/*').map(({ value }) => value))

const listedAfterwards: readonly Sequence[] = LISTINGS.map(
  ({ creates, pointer, lists, list, removes, shows, requirements }) => ({
    requirements,
    start: () => {
      // Keeps the id as well: a reply may be so long that it is parsed again for each access.
      const made = new Recent<{ readonly id: unknown; readonly before: TrafficStep }>(100)
      let deactivated: TrafficStep | null = null
      return step => {
        const { operation, json } = step.exchange
        if (operation === 'deactivateOwnAccount' && !wasRefused(step)) deactivated = step
        const key = (id: unknown): string => `${organizationOf(step)} ${String(id)}`
        if (removes && operation === removes[0]) made.delete(key(integerIn(step.request?.texts.get(removes[1]) ?? '')))
        if (operation === creates && succeeded(step) && isFaultless(step.request) && step.caller !== null) {
          const id = valueAt(json, pointer)
          const isTaken = made.get(key(id)) !== undefined
          made.set(key(id), { id, before: step })
          if (isTaken) return leftOpen(shows, step)
        }
        if (
          operation === creates &&
          wasRefused(step) &&
          isFaultless(step.request) &&
          !isOfTheMoment(codeOf(step.exchange))
        )
          return leftOpen(shows, step)
        if (operation !== lists || !succeeded(step) || step.caller === null || !isFaultless(step.request)) return []
        let present: ReadonlySet<unknown> | null = null
        const isInNoGroup = (id: unknown): boolean => {
          present ??= usersIn(json)
          return !present.has(id)
        }
        return [...made.values()].flatMap(({ id, before }) => {
          if (!Number.isInteger(id) || organizationOf(before) !== organizationOf(step) || !follows(step, before))
            return []
          if (lacks(json, list, id) && mayBeBehind(step, before)) return []
          const params = before.request?.params ?? {}
          const { members } = params
          // A deactivated user may be removed from all groups. A member who is in no group may be about to be removed.
          const mayLack =
            (deactivated !== null && deactivated.exchange.n > before.exchange.n) ||
            (Array.isArray(members) && members.some(isInNoGroup))
          return shows(Number(id), params)
            .filter(([requirement]) => !mayLack || !requirement.endsWith('.members-kept'))
            .map(([requirement, predicate, args]) => ({
              ...claim(requirement, predicate, args, step),
              control: before.exchange,
              isOpen: !isReadable(valueAt(json, list), Number(id), args) && !isMissing(requirement, json, list, id),
            }))
        })
      }
    },
  }),
)

export const createdThings: readonly Sequence[] = [...idsDiffer, ...listedAfterwards]
