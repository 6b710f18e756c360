/** Requests with parameters that no endpoint supports: names of several scripts, values of every form, callers of every role. */
import { type MessagingOperationId, operations } from '../../../generated/operations.ts'
import { type Reply, Undecided } from '../../../harness/index.ts'
import { furtherRoles, sentBy } from '../authentication/callers.ts'
import { controlReply, requireConfigured, vary } from '../controls/variations.ts'
import { carriesUnsupported } from '../model/extra.ts'
import { models } from '../model/index.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { listsUnsupported } from './parameters.predicates.ts'
import { acceptedCarrier, type Sent, unsupportedFor } from './unsupported-carriers.ts'
import { LISTED_FROM, UNSUPPORTED } from './unsupported-names.ts'

/** Operations whose combinations already carry unsupported parameters, sent by every role, so nobody else has to send them. */
const COMBINED: ReadonlySet<MessagingOperationId> = new Set(
  models.map(({ operation }) => operation).filter(carriesUnsupported),
)

/** The operation's own caller sends them, on another check's request if possible; if refused, only the plain name. */
export const withUnsupported = shared(async (world, operation: MessagingOperationId): Promise<Sent> => {
  const carrier = await acceptedCarrier(world, operation)
  if (carrier) return carrier
  const { reply, names } = await withOddParameters(world, operation)
  if (outcomeOf(reply) !== 'error') return { reply, names }
  return { reply: await vary(world, operation, { [UNSUPPORTED]: 'x' }), names: [UNSUPPORTED] }
})

const withOddParameters = shared(async (world, operation: MessagingOperationId): Promise<Sent> => {
  const sent = unsupportedFor(world, operation)
  return { reply: await vary(world, operation, sent), names: Object.keys(sent) }
})

/** The control sent again; with the quick budget the request with unsupported parameters, if that was accepted. */
export async function controlAgain(world: World, operation: MessagingOperationId): Promise<Reply> {
  const sent = world.budget === 'quick' && world.level >= LISTED_FROM ? await withUnsupported(world, operation) : null
  return sent && outcomeOf(sent.reply) === 'success' ? sent.reply : vary(world, operation, {})
}

/** Ends the check if the target refuses unsupported parameters, as it may: then no success can list them. */
export async function requireIgnored(world: World, reply: Reply, plain: () => Promise<Reply>): Promise<void> {
  if (outcomeOf(reply) === 'error' && outcomeOf(await plain()) === 'success')
    throw new Undecided('fixture-missing', 'the target refuses parameters that it does not support', false)
  world.requireAccepted(reply)
}

/** Claims that the control with unsupported parameters lists each of their names, for every role that is accepted. */
export const claimListed = (operation: MessagingOperationId) => async (world: World) => {
  const own = await withUnsupported(world, operation)
  requireConfigured(operation, own.reply)
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

/** Endpoints whose control needs no fixture. */
const IGNORING = ['getLinkifiers', 'getProfileFields', 'getPresence', 'createDrafts', 'addNavigationView'] as const

/** Claims that unsupported parameters are ignored, whatever their value: the request is still accepted. */
export async function ignoresUnsupported(world: World): Promise<void> {
  const may = IGNORING.filter(operation => operations[operation].method === 'GET' || world.allows('write'))
  for (const operation of may) {
    const control = await controlReply(world, operation)
    world.requireAccepted(control)
    const { reply } = (await acceptedCarrier(world, operation)) ?? (await withOddParameters(world, operation))
    const outcome = outcomeOf(reply) === 'error' ? 'refused' : 'accepted'
    world.observe('messaging.parameters.unknown-refused', `${operation} with unsupported parameters: ${outcome}`, reply)
    if (outcome === 'refused')
      await requireIgnored(world, (await withUnsupported(world, operation)).reply, async () => control)
    world.claim(reply).against(control).succeeds()
  }
}
