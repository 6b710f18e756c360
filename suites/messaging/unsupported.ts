/** Requests with parameters that no endpoint supports: names of several scripts, values of every form, callers of every role. */
import { type MessagingOperationId, operations } from '../../generated/operations.ts'
import { type Reply, Undecided } from '../../harness/index.ts'
import { furtherRoles, sentBy } from './callers.ts'
import { carriesUnsupported } from './model/extra.ts'
import { models } from './model/index.ts'
import { outcomeOf } from './outcome.ts'
import { listsUnsupported } from './parameters.predicates.ts'
import { carried, LISTED_FROM, type Sent, unsupportedFor } from './riders.ts'
import { shared } from './shared.ts'
import { UNSUPPORTED } from './unsupported-names.ts'
import { controlReply, vary } from './variations.ts'
import type { World } from './world.ts'

/** The operations whose combinations carry unsupported parameters, of every role: nobody else sends them again. */
const COMBINED: ReadonlySet<MessagingOperationId> = new Set(
  models.map(({ operation }) => operation).filter(carriesUnsupported),
)

/** The operation's own caller sends them all, along with another request where one carries them; where that is refused, the plain one alone. */
export const withUnsupported = shared(async (world, operation: MessagingOperationId): Promise<Sent> => {
  const along = await carried(world, operation)
  if (along) return along
  const { reply, names } = await withOddOnes(world, operation)
  if (outcomeOf(reply) !== 'error') return { reply, names }
  return { reply: await vary(world, operation, { [UNSUPPORTED]: 'x' }), names: [UNSUPPORTED] }
})

const withOddOnes = shared(async (world, operation: MessagingOperationId): Promise<Sent> => {
  const sent = unsupportedFor(world, operation)
  return { reply: await vary(world, operation, sent), names: Object.keys(sent) }
})

/** The control sent once more: at quick with unsupported parameters, where it is accepted with them. */
export async function another(world: World, operation: MessagingOperationId): Promise<Reply> {
  const sent = world.budget === 'quick' && world.level >= LISTED_FROM ? await withUnsupported(world, operation) : null
  return sent && outcomeOf(sent.reply) === 'success' ? sent.reply : vary(world, operation, {})
}

/** Where a target refuses what it does not support, which it may, no success can list it. */
export async function requireIgnored(world: World, reply: Reply, plain: () => Promise<Reply>): Promise<void> {
  if (outcomeOf(reply) === 'error' && outcomeOf(await plain()) === 'success')
    throw new Undecided('fixture-missing', 'the target refuses parameters that it does not support', false)
  world.requireAccepted(reply)
}

/** The control with parameters more that no endpoint supports: each name is listed, whoever was served. */
export const lists = (operation: MessagingOperationId) => async (world: World) => {
  const own = await withUnsupported(world, operation)
  await requireIgnored(world, own.reply, () => controlReply(world, operation))
  for (const name of own.names) world.claim(own.reply).keeps(listsUnsupported, { name })
  if (world.budget === 'quick' || (world.budget === 'standard' && COMBINED.has(operation))) return
  for (const [turn, role] of furtherRoles(operation, world.generation.seed).entries()) {
    const sent = unsupportedFor(world, operation, turn + 1)
    const reply = await sentBy(world, role, operation, sent)
    if (!reply || outcomeOf(reply) !== 'success') continue
    for (const name of Object.keys(sent)) world.claim(reply).keeps(listsUnsupported, { name })
  }
}

/** Endpoints whose control needs nothing made for it. */
const IGNORING = ['getLinkifiers', 'getProfileFields', 'getPresence', 'createDrafts', 'addNavigationView'] as const

/** What is not supported is ignored, whatever its value: the request is accepted as it is without it. */
export async function ignoresUnsupported(world: World): Promise<void> {
  const may = IGNORING.filter(operation => operations[operation].method === 'GET' || world.allows('write'))
  for (const operation of may) {
    const control = await controlReply(world, operation)
    world.requireAccepted(control)
    const { reply } = (await carried(world, operation)) ?? (await withOddOnes(world, operation))
    const outcome = outcomeOf(reply) === 'error' ? 'refused' : 'accepted'
    world.observe('messaging.parameters.unknown-refused', `${operation} with unsupported parameters: ${outcome}`, reply)
    world.claim(reply).against(control).succeeds()
  }
}
