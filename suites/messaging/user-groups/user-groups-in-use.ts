/** Groups in every kind of use (as subgroups, as settings of groups and channels) that checks try to deactivate. */
import type { Reply } from '../../../harness/index.ts'
import { type Changes, vary } from '../controls/variations.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { CHANNEL_SETTINGS, GROUP_SETTINGS } from './group-settings.ts'
import { listGroups, makeGroup, plainGroup } from './user-group-makers.ts'

export const deactivate = (world: World, id: number): Promise<Reply> =>
  world.admin.deactivateUserGroup({ user_group_id: id })

interface InUse {
  readonly bySubgroup: readonly number[]
  readonly bySetting: readonly number[]
  readonly byObject: readonly number[]
  /** The setting that each group is used in, by its id or inside an object. */
  readonly settingOf: ReadonlyMap<number, string>
  readonly refusals: ReadonlyMap<number, Reply>
  readonly list: Reply
}

/** Groups in every kind of use, one for each setting that the budget allows. Deactivates each, then lists all. */
export const groupsInUse = shared(async (world): Promise<InUse> => {
  const [settings, objects] =
    world.budget === 'quick'
      ? [GROUP_SETTINGS.slice(0, 1), GROUP_SETTINGS.slice(1, 2)]
      : [GROUP_SETTINGS, GROUP_SETTINGS]
  const several = (count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, async () => (await makeGroup(world)).id))
  const [bySubgroup, bySetting, byObject] = [
    await several(world.budget === 'quick' ? 1 : 2),
    await several(settings.length),
    await several(objects.length),
  ]
  const valued = (names: readonly string[], value: (index: number) => unknown): Changes =>
    Object.fromEntries(names.map((name, index) => [name, value(index)]))
  const { id: before } = await plainGroup(world)
  const asId = { subgroups: [before, ...bySubgroup], ...valued(settings, index => bySetting[index]) }
  const people = [world.admin.userId]
  const beside = world.budget === 'quick' ? [before] : [before, (await makeGroup(world)).id]
  const asObject = valued(objects, index => ({
    direct_members: people,
    direct_subgroups: [...beside, byObject[index]],
  }))
  for (const use of world.budget === 'quick' ? [{ ...asId, ...asObject }] : [asId, asObject])
    await makeGroup(world, use)
  // The last one was also a subgroup of a group that is now deactivated.
  if (world.budget !== 'quick') await deactivate(world, (await makeGroup(world, { subgroups: byObject.slice(-1) })).id)
  const refusals = new Map<number, Reply>()
  for (const id of [...bySubgroup, ...bySetting, ...byObject]) refusals.set(id, await deactivate(world, id))
  const settingOf = new Map(
    [...bySetting, ...byObject].map((id, at): [number, string] => [id, [...settings, ...objects][at] as string]),
  )
  return { bySubgroup, bySetting, byObject, settingOf, refusals, list: await listGroups(world) }
})

/** Groups in the settings of channels, in both forms. Deactivates each, then lists all. */
export const groupsOfChannel = shared(async (world): Promise<Pick<InUse, 'settingOf' | 'refusals' | 'list'>> => {
  const settings = world.budget === 'quick' ? ['can_administer_channel_group'] : CHANNEL_SETTINGS
  const { id: before } = await plainGroup(world)
  const asId = (id: number): unknown => id
  const asObject = (id: number): unknown => ({ direct_members: [world.admin.userId], direct_subgroups: [before, id] })
  const settingOf = new Map<number, string>()
  for (const form of world.tries([asId, asObject])) {
    const values: Record<string, unknown> = {}
    for (const name of settings) {
      const { id } = await makeGroup(world)
      settingOf.set(id, name)
      values[name] = form(id)
    }
    world.requireAccepted(await vary(world, 'createChannel', values))
  }
  const refusals = new Map<number, Reply>()
  for (const id of settingOf.keys()) refusals.set(id, await deactivate(world, id))
  return { settingOf, refusals, list: await listGroups(world) }
})
