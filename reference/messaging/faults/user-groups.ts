/** Faults of creating user groups. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso, uponRefusal } from '../../operations/change.ts'
import { steadyText } from '../../operations/circumstances.ts'
import type { When } from '../../operations/condition.ts'
import type { Seen } from '../../operations/stage.ts'
import { type Call, type Reply, scriptOf } from '../call.ts'
import type { GroupSetting, Organization, User } from '../organization.ts'
import { addGroup, createUserGroup, groupSettingNames } from '../user-groups.ts'
import { fault, isNameUnread, type More } from './fault.ts'

type It = Seen<typeof createUserGroup>
type Kept = ReturnType<(typeof createUserGroup.steps)['kept']>

/** Makes the group that a refused request names. */
export function makeNamedGroup(it: { org: Organization; sent: ReadonlyMap<string, string> }, creator: User): void {
  const name = it.sent.get('name')
  const nothing = { description: '', members: [], subgroups: [], settings: new Map() }
  if (name !== undefined) addGroup(it.org, 1, creator, { ...nothing, name })
}

/** Makes a group although its creation is refused. */
export const groupMadeThoughRefused = (when: When<Call, [Reply]> = {}) =>
  alter(
    createUserGroup,
    'refused',
    (refusal, call) => {
      makeNamedGroup(call, call.caller)
      return refusal
    },
    when,
  )

const lost = (id: number, { org }: Call): number => {
  org.groups.delete(id)
  return id
}

const unknownAt = ({ org, members }: It): number => members.findIndex(id => !org.activeUser(id))

/** Accepts unknown members, but does not keep the group. */
const membersTaken = (where: (it: It) => boolean = () => true) => [
  ...drop(createUserGroup, 'members-known', { where }),
  alter(createUserGroup, 'effect', lost, { where: it => unknownAt(it) >= 0 }),
]

/** The id of an earlier group with a similar name. */
const idOfItsLike = (id: number, { org, name }: It): number =>
  [...org.groups.values()].findLast(group => group.id !== id && steadyText(group.name) === steadyText(name))?.id ?? id

const kept = (
  id: string,
  describes: string,
  result: (made: Kept, it: It) => Partial<Kept>,
  where: (it: It) => boolean = () => true,
): Fault =>
  fault(
    `user-groups.${id}`,
    describes,
    alter(createUserGroup, 'kept', (made, it) => ({ ...made, ...result(made, it) }), { where }),
  )

const settingsBut = (lost: (name: string, value: GroupSetting) => boolean) => (made: Kept) => ({
  settings: new Map([...made.settings].filter(([name, value]) => !lost(name, value))),
})

const shortened = (most: (value: Exclude<GroupSetting, number>) => GroupSetting) => (made: Kept) => ({
  settings: new Map([...made.settings].map(([name, value]) => [name, typeof value === 'number' ? value : most(value)])),
})

function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const isOtherScript = ({ params }: It): boolean => scriptOf(params.text('description')) === 'other'

const keptOtherwise: readonly Fault[] = [
  kept(
    'name-kept.question-marks',
    'Names of other scripts are replaced',
    ({ name }) => ({ name: name.replace(/[^\x20-\x7e]/g, '?') }),
    ({ name }) => scriptOf(name) === 'other',
  ),
  kept('description-kept.lost', 'Descriptions are lost', () => ({ description: '' })),
  kept(
    'description-kept.lost-other-scripts',
    'Descriptions of other scripts are lost',
    () => ({ description: '' }),
    isOtherScript,
  ),
  kept('description-kept.decoded-twice', 'Descriptions of groups are decoded twice', ({ description }) => ({
    description: decodedAgain(description),
  })),
  kept('members-kept.one-short', 'The last member is lost', ({ members }) => ({ members: members.slice(0, -1) })),
  kept('members-kept.two-at-most', 'A group keeps two members', ({ members }) => ({ members: members.slice(0, 2) })),
  kept('subgroups-kept.lost', 'Subgroups are lost', () => ({ subgroups: [] })),
  kept('subgroups-kept.first-only', 'Only the first subgroup is kept', ({ subgroups }) => ({
    subgroups: subgroups.slice(0, 1),
  })),
  kept('subgroups-kept.two-at-most', 'A group keeps two subgroups', ({ subgroups }) => ({
    subgroups: subgroups.slice(0, 2),
  })),
  kept(
    'settings-kept.lost',
    'Settings are lost',
    settingsBut(() => true),
  ),
  kept(
    'settings-kept.one-lost',
    'Who may leave is lost',
    settingsBut(name => name === 'can_leave_group'),
  ),
  kept(
    'settings-kept.object-lost',
    'Who may mention is lost where it is an object',
    settingsBut((name, value) => name === 'can_mention_group' && typeof value === 'object'),
  ),
  kept(
    'settings-kept.two-members',
    'A setting keeps two people',
    shortened(value => ({ ...value, direct_members: value.direct_members.slice(0, 2) })),
  ),
  kept(
    'settings-kept.two-groups',
    'A setting keeps two groups',
    shortened(value => ({ ...value, direct_subgroups: value.direct_subgroups.slice(0, 2) })),
  ),
]

const isForeign = ({ org, subgroups, caller }: It): boolean =>
  subgroups.some(id => org.groups.get(id)?.creatorId !== caller.id)

const of = (id: string, describes: string, change: Parameters<typeof fault>[2], more: More = {}): Fault =>
  fault(`user-groups.${id}`, describes, change, more)

const refused: readonly Fault[] = [
  of('members-unknown.accepted', 'Unknown members are accepted', membersTaken()),
  of(
    'members-unknown.beside-known',
    'An unknown member beside a known one is accepted',
    membersTaken(({ org, members }) => members.some(id => org.activeUser(id))),
  ),
  of(
    'members-unknown.third',
    'An unknown third member is accepted',
    membersTaken(it => unknownAt(it) > 1),
  ),
  of(
    'members-unknown-creates-nothing.created',
    'A refused group is created',
    uponRefusal(createUserGroup, 'members-known', it => makeNamedGroup(it, it.caller)),
  ),
  of('subgroups-unknown.accepted', 'Unknown subgroups are accepted', drop(createUserGroup, 'subgroups-known')),
  of(
    'subgroups-unknown.beside-known',
    'An unknown subgroup beside known ones is accepted',
    drop(createUserGroup, 'subgroups-known', { where: ({ subgroups }) => subgroups.length > 1 }),
  ),
  of(
    'subgroups-regardless.refused',
    "Other people's groups are refused as subgroups",
    refuseAlso(createUserGroup, 'Insufficient permission', { where: isForeign }),
  ),
  of(
    'subgroups-regardless.members',
    "Members may not use other people's groups as subgroups",
    refuseAlso(createUserGroup, 'Insufficient permission', { role: 'member', where: isForeign }),
  ),
  of(
    'refused-creates-nothing.malformed',
    'A group with a malformed parameter is refused and made',
    groupMadeThoughRefused({ where: isNameUnread }),
  ),
  of(
    'refused-creates-nothing.unknown-ids',
    'A group with an unknown id is refused and made',
    groupMadeThoughRefused({ where: call => !isNameUnread(call) }),
  ),
  of(
    'refused-creates-nothing.every-second',
    'A group that is refused is made where its subgroups or settings are to blame',
    groupMadeThoughRefused({ where: ({ sent }) => [...sent.keys()].some(name => /^(subgroups|can_.*)$/.test(name)) }),
  ),
]

const isSent =
  (name: string, is: (value: unknown) => boolean = () => true) =>
  ({ params }: Call): boolean =>
    params.has(name) && is(params.raw(name))

const isOther = (value: unknown): boolean => scriptOf(String(value)) === 'other'

const values: readonly Fault[] = [
  fault('user-groups.created.refused', 'createUserGroup is refused', refuseAlso(createUserGroup, 'Not today'), {
    breaches: ['user-groups.created', 'properties.accepts-user-groups'],
  }),
  of(
    'name-kept.refused-other-scripts',
    'Names of other scripts are refused',
    refuseAlso(createUserGroup, 'Invalid name', { where: isSent('name', isOther) }),
  ),
  of(
    'description-kept.refused-other-scripts',
    'Descriptions of other scripts are refused',
    refuseAlso(createUserGroup, 'Invalid description', { where: isSent('description', isOther) }),
  ),
  of(
    'subgroups.refused',
    'createUserGroup refuses subgroups (refused)',
    refuseAlso(createUserGroup, 'Invalid subgroups', { where: isSent('subgroups') }),
  ),
  ...groupSettingNames.flatMap(name =>
    (['number', 'object'] as const).map(form => {
      const word = form === 'number' ? 'id' : form
      return of(
        `${name.replaceAll('_', '-')}.refused-${word}`,
        `createUserGroup refuses ${name} (${word})`,
        refuseAlso(createUserGroup, `Invalid ${name}`, { where: isSent(name, value => typeof value === form) }),
      )
    }),
  ),
]

const answered: readonly Fault[] = [
  of(
    'created-listed.other-id',
    'A group is listed under another id',
    alter(createUserGroup, 'effect', id => id + 1_000_003),
  ),
  of(
    'created-listed.every-third-lost',
    'The second of two groups of like names is answered for and not kept',
    alter(createUserGroup, 'effect', lost, { nth: 2 }),
  ),
  of(
    'ids-distinct.every-third',
    'A group gets the id of the one of like name before it',
    alter(createUserGroup, 'effect', idOfItsLike, { from: 2 }),
  ),
]

export const userGroupFaults: readonly Fault[] = [...values, ...keptOtherwise, ...refused, ...answered]
