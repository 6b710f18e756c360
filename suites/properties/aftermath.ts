/** Effects of generated requests: refused ones leave nothing behind, and the service still works after hostile text. */
import { type Kind, type NearlyValid, property, type Tried } from '../../harness/index.ts'
import { area } from '../messaging/area.ts'
import { control, vary } from '../messaging/controls/variations.ts'
import { existsAt } from '../messaging/conventions/exists-at.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { sentIn } from '../messaging/sent-in.ts'
import type { World } from '../messaging/world.ts'
import { constraintsOf, nearlyValidArbitrary, requestArbitrary } from './arbitraries.ts'
import { goesOn, nothingListed } from './generated.predicates.ts'
import { optionsFor, type Params, ready, send } from './requests.ts'
import { runs } from './shares.ts'

const lists = {
  createUserGroup: { reads: 'getUserGroups', list: 'user_groups' },
  createProfileField: { reads: 'getProfileFields', list: 'custom_fields' },
} as const

type Listed = keyof typeof lists

/** Operations that take text. */
const HOSTILE = [
  'createUserGroup',
  'createProfileField',
  'createDrafts',
  'addNavigationView',
  'createReusableInviteLink',
  'setTypingStatus',
  'createChannelFolder',
  'createChannel',
] as const

type Hostile = (typeof HOSTILE)[number]

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refused-changes-nothing',
    'A user group or a profile field whose creation was refused for one broken constraint appears in no list',
    async world => {
      const first = [await breaches(world, 'createProfileField'), await breaches(world, 'createUserGroup')]
      await property(world, {
        first,
        others: first,
        runs: Math.max(1, runs(world, 'unchanged')),
        action: (nearly, label) => refusedAndListed(world, label as Listed, nearly),
      })
    },
  ),

  check(
    'messaging.properties.hostile-text',
    'Hostile text is answered with one of the two envelopes, and the smallest request is accepted afterwards',
    async world => {
      const operations = HOSTILE.filter(operation => existsAt(operation, world.level))
      const first = await Promise.all(operations.map(operation => hostile(world, operation)))
      await property(world, {
        first,
        others: first,
        runs: Math.max(1, runs(world, 'hostile')),
        action: (params, label) => sentAndGoneOn(world, label as Hostile, params),
      })
    },
  ),
])

/** Any constraint except those of the name, by which the list is searched. */
async function breaches(world: World, operation: Listed): Promise<Kind<NearlyValid>> {
  const options = await optionsFor(world, operation)
  const labels = (): string[] =>
    constraintsOf(operation, options)
      .filter(({ pointer }) => pointer !== '' && pointer !== '/name')
      .map(({ label }) => label)
  return { label: operation, arbitrary: () => nearlyValidArbitrary(operation, options, labels()) }
}

async function refusedAndListed(
  world: World,
  operation: Listed,
  { params, broken }: NearlyValid,
): Promise<Tried | null> {
  const accepted = await control(world, operation)
  const top = broken.pointer.split('/')[1] ?? ''
  const bad = await ready(world, operation, { [top]: params[top] })
  const refusal = await vary(world, operation, { [top]: bad[top] })
  if (outcomeOf(refusal) !== 'error') return null
  const { reads, list } = lists[operation]
  const after = await world.admin.sends(reads, {})
  const names = [sentIn(refusal, 'name') ?? '']
  const args = { sent: broken.label, list, names }
  return { replies: [after], control: accepted, predicate: nothingListed, args, generated: [top] }
}

async function hostile(world: World, operation: Hostile): Promise<Kind<Params>> {
  const options = await optionsFor(world, operation, 'hostile')
  return { label: operation, arbitrary: () => requestArbitrary(operation, options) }
}

async function sentAndGoneOn(world: World, operation: Hostile, params: Params): Promise<Tried> {
  const accepted = await control(world, operation)
  const reply = await send(world, operation, await ready(world, operation, params))
  const after = await vary(world, operation, {})
  return { replies: [reply, after], control: accepted, predicate: goesOn, args: { sent: `${operation}: hostile text` } }
}
