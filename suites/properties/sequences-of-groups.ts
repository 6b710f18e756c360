/** Sequences of user groups: made, used by others, deactivated, listed. */
import type { Step } from '../../harness/index.ts'
import { counterexampleOf } from '../../harness/index.ts'
import { numberAt } from '../messaging/controls/controls.ts'
import { control } from '../messaging/controls/variations.ts'
import { NO_SUCH_ID } from '../messaging/fixtures.ts'
import { envelopeOf } from '../messaging/outcome.ts'
import { deactivatedGroup, listAllGroups } from '../messaging/user-groups/user-group-makers.ts'
import type { Run, World } from '../messaging/world.ts'
import { levelsBeside } from './arbitraries.ts'
import { claimOn } from './claim-on.ts'
import { chosen, claimed, type Done, type Sequence, sequence } from './sequence.ts'
import { atLeast } from './sequences-of-things.ts'
import { runs } from './shares.ts'

interface Group {
  readonly id: number
  readonly name: string
  active: boolean
  /** The group it names as its subgroup or in a setting. */
  readonly uses: Group | null
  readonly asSubgroup: boolean
}

interface Model {
  readonly all: Group[]
  /** Names of groups that could not be made. */
  readonly refused: string[]
}

const WAYS = ['subgroup', 'id', 'object'] as const

export const groups: Run = async world => {
  const count = runs(world, 'sequence of groups')
  if (counterexampleOf(world.generation) === null) {
    const { reply } = await deactivatedGroup(world)
    world.requireAccepted(reply)
    claimOn(world, claimed([{ did: 'deactivate an unused group', reply, promised: { outcome: 'success' } }]))
  }
  await sequence(world, {
    begin: async (): Promise<Model> => {
      if (count > 0)
        for (const operation of ['createUserGroup', 'getUserGroups'] as const) await control(world, operation)
      return { all: [], refused: [] }
    },
    actions: actionsOf(world),
    runs: atLeast(world, 2, count),
    most: 12,
    round: ['create', 'deactivate', 'list'],
  })
}

function actionsOf(world: World): Sequence<Model>['actions'] {
  return {
    use: ({ all }, step) => create(world, all, all.length === 0 ? null : chosen(all, step), step),
    deactivate: async ({ all }, step) => (all.length === 0 ? null : deactivate(world, chosen(all, step), all)),
    create: ({ all }, step) => create(world, all, null, step),
    list: (model, { who }) => list(world, model, who),
    misname: async ({ refused }) => {
      const sent = { name: world.name('group'), description: 'a group of nobody', members: [NO_SUCH_ID] }
      const reply = await world.admin.sends('createUserGroup', sent)
      refused.push(sent.name)
      const promised = { outcome: 'error', codes: ['BAD_REQUEST'] } as const
      return { did: 'create a group of a user who does not exist', reply, promised }
    },
  }
}

async function create(world: World, all: Group[], used: Group | null, { pick }: Step): Promise<Done> {
  const name = world.name('group')
  const way = WAYS[pick % WAYS.length] ?? 'subgroup'
  const setting = way === 'object' ? { direct_members: [world.admin.userId], direct_subgroups: [used?.id] } : used?.id
  const using = used === null ? {} : way === 'subgroup' ? { subgroups: [used.id] } : { can_mention_group: setting }
  const members = [world.admin.userId]
  const reply = await world.admin.sends('createUserGroup', { name, description: 'a group', members, ...using })
  const id = numberAt(reply, 'group_id')
  if (used?.active === false)
    return { did: `create a group that uses ${used.name}`, reply, promised: { outcome: 'error' } }
  if (id !== null) all.push({ id, name, active: true, uses: used, asSubgroup: way === 'subgroup' })
  const known = all.slice(0, -1).map(group => group.id)
  return {
    did: `create ${name}${used ? `, which uses ${used.name} as its ${way === 'subgroup' ? way : 'setting'}` : ''}`,
    reply,
    promised: { outcome: 'success', newIntegers: { at: '/group_id', count: 1, known } },
  }
}

/** Deactivating twice is open, and so is whether use by a deactivated group counts. */
async function deactivate(world: World, group: Group, all: readonly Group[]): Promise<Done> {
  const users = all.filter(({ uses }) => uses === group)
  const reply = await world.admin.sends('deactivateUserGroup', { user_group_id: group.id })
  const did = `deactivate ${group.name}`
  if (!group.active) return { did: `${did} again`, reply, promised: { outcome: 'either' } }
  if (users.some(({ active }) => active))
    return { did, reply, promised: { outcome: 'error', codes: ['CANNOT_DEACTIVATE_GROUP_IN_USE'] } }
  if (users.length > 0) {
    group.active = envelopeOf(reply) !== 'success'
    return { did, reply, promised: { outcome: 'either' } }
  }
  group.active = false
  return { did, reply, promised: { outcome: 'success' } }
}

/** The parameter that lists deactivated groups was renamed at level 294: near it only requests without it mean the same. */
const isRenamedNearby = ({ level }: World): boolean => levelsBeside(level).some(other => other >= 294 !== level >= 294)

async function list(world: World, { all, refused }: Model, who: 0 | 1): Promise<Done> {
  const unmade = refused.map(name => ({ name }))
  const shown = (group: Group): { where: object; has: object } => ({
    where: { id: group.id },
    has: {
      name: group.name,
      direct_subgroup_ids: group.asSubgroup && group.uses ? [group.uses.id] : [],
    },
  })
  if (who === 0 && !isRenamedNearby(world)) {
    const reply = await listAllGroups(world)
    const lists = all.map(group => ({
      where: { id: group.id },
      has: group.active ? { name: group.name, deactivated: false } : { deactivated: true },
    }))
    return {
      did: 'list all groups',
      reply,
      promised: { outcome: 'success', list: '/user_groups', lists, lacks: unmade },
    }
  }
  const reply = await world.user.getUserGroups()
  const lists = all.filter(({ active, uses }) => active && uses?.active !== false).map(shown)
  const lacks = [...unmade, ...all.filter(({ active }) => !active).map(({ id }) => ({ id }))]
  return {
    did: 'list the groups as another user',
    reply,
    promised: { outcome: 'success', list: '/user_groups', lists, lacks } as Done['promised'],
  }
}
