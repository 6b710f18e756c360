/** Listing user groups: messaging contract, "GET /user_groups" and the user group's field table. */
import { type Exchange, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { control } from '../controls/variations.ts'
import { listsNoneOf, successWith } from '../conventions/parameters.predicates.ts'
import { idsDiffer } from '../membership.predicates.ts'
import type { World } from '../world.ts'
import { firstList, listGroups } from './user-group-makers.ts'
import { allActive, systemFlagged } from './user-groups.predicates.ts'

const isList = (exchange: Exchange): boolean =>
  exchange.operation === 'getUserGroups' && Array.isArray(valueAt(exchange.json, '/user_groups'))

/** Whether the exchange is a list requested without deactivated groups: neither parameter name was sent, or with false. */
const asksForActive = (exchange: Exchange): boolean => {
  if (!isList(exchange)) return false
  const { searchParams } = new URL(exchange.request.url)
  return ['include_deactivated_groups', 'allow_deactivated'].every(
    name => searchParams.get(name) === 'false' || !(exchange.request.sent ?? [...searchParams.keys()]).includes(name),
  )
}

/** Parameters for each way to request the list: without the parameter, and with it. */
const everyWay = ({ budget, level }: World): Readonly<Record<string, unknown>>[] =>
  budget === 'quick' || level < 294 ? [{}] : [{}, { include_deactivated_groups: true }]

export default area('messaging.user-groups', ({ always, check, visit }) => [
  visit('getUserGroups', { actors: ['user'] }, async world => {
    if (world.level >= 294) await listGroups(world, { include_deactivated_groups: true })
  }),
  always(
    'messaging.user-groups.include-supported',
    'An include_deactivated_groups sent when listing user groups is not listed as unsupported',
    successWith('getUserGroups', 'include_deactivated_groups'),
    listsNoneOf,
    () => ({ supported: ['include_deactivated_groups'] }),
  ),

  always(
    'messaging.user-groups.lists-active-only',
    'No list of user groups shows a deactivated one unless it was requested with them',
    asksForActive,
    allActive,
  ),
  always(
    'messaging.user-groups.list-ids-distinct',
    'No two user groups of a list have the same id',
    isList,
    idsDiffer,
    () => ({
      list: '/user_groups',
    }),
  ),
  always(
    'messaging.user-groups.system-flag',
    'The groups role:internet, role:everyone and role:owners are listed as system groups',
    isList,
    systemFlagged,
  ),
  visit('getUserGroups', { actors: ['user'] }, async world => void (await firstList(world))),
  check(
    'messaging.user-groups.member-served',
    'A member may list the user groups',
    async ({ claim, member }) => void claim(await member.getUserGroups()).succeeds(),
  ),
  check(
    'messaging.user-groups.admin-served',
    'An administrator may list the user groups',
    async ({ claim, admin }) => void claim(await admin.getUserGroups()).succeeds(),
  ),

  check('messaging.user-groups.guest-refused', 'A guest who lists the user groups is refused', async world => {
    const accepted = await control(world, 'getUserGroups')
    for (const params of everyWay(world))
      world
        .claim(await world.guest.sends('getUserGroups', params))
        .against(accepted)
        .isRefused()
  }),

  check('messaging.user-groups.bot-refused', 'A bot that lists the user groups is refused', async world => {
    const accepted = await control(world, 'getUserGroups')
    for (const params of everyWay(world))
      world
        .claim(await world.bot.sends('getUserGroups', params))
        .against(accepted)
        .isRefused()
  }),
])
