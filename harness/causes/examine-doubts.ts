/** The examination of doubtful failures: a refusal may say more about the actor or the room that is left than about the request. */
import { apiNamed } from '../api.ts'
import { isRepeatedWrite } from '../http/repeated-writes.ts'
import { IsShutOut } from '../run/shut-out.ts'
import { isTransient, Undecided } from '../undecided.ts'
import type { Doubt, Try, WorldParts } from '../world/make-world.ts'
import type { World } from '../world/world.ts'

/** Whether the failure rests on a refused request that may have been carried out the first time it was sent. */
export const isOfRepeatedWrite = ({ refused }: Doubt): boolean => refused.some(isRepeatedWrite)

/** A refused request is a failure unless there is no more room, or its actor is shut out or lacks the permission. */
export async function examineDoubts(
  doubted: readonly Doubt[],
  world: World,
  { item, attempt }: Pick<Try, 'item' | 'attempt'>,
  parts: WorldParts,
): Promise<void> {
  for (const { requirement, weight, refused, fails } of doubted) {
    const cause =
      repetitionCause(refused) ??
      (await shutOutCause(refused, parts)) ??
      (await capacityCause(refused, world, parts)) ??
      (await permissionCause(refused, world, parts))
    if (cause) parts.ledger.undecided(requirement, item.id, attempt, weight, cause)
    else fails()
  }
}

function repetitionCause(refused: Doubt['refused']): Undecided | null {
  const again = refused.find(isRepeatedWrite)
  if (!again) return null
  const says = 'the request was first answered "slow down", and may have been carried out all the same'
  return new Undecided('throttled', says, true, [again.n])
}

async function shutOutCause(refused: Doubt['refused'], { apis, cast }: WorldParts): Promise<Undecided | null> {
  for (const { api, actor, response, n } of refused) {
    const known = apiNamed(apis, api)
    const refusal = response && known?.people && known.replies.refusal(response)
    if (actor !== null && refusal && (await cast.isShutOut(actor, refusal).catch(() => false)))
      return new IsShutOut(actor, n)
  }
  return null
}

async function permissionCause(
  refused: Doubt['refused'],
  world: World,
  { apis, replies }: WorldParts,
): Promise<Undecided | null> {
  for (const { operation, api, n, actor } of refused) {
    const mayNot = apiNamed(apis, api)?.mayNot
    if (!mayNot || operation === null || actor === null) continue
    const wasServed = (replies?.acceptedOf(actor, operation).count ?? 0) > 0
    if (await mayNot(world, operation, { actor, wasServed }).catch(() => false))
      return new Undecided(
        'prerequisite-failed',
        `${operation} is refused to ${actor} and served to somebody with every permission: a deployment may reserve it`,
        true,
        [n],
      )
  }
  return null
}

async function capacityCause(
  refused: Doubt['refused'],
  world: World,
  { apis, replies }: WorldParts,
): Promise<Undecided | null> {
  for (const { operation, api, n, actor } of refused) {
    const capacity = apiNamed(apis, api)?.capacity
    if (operation === null || !capacity?.creates.has(operation)) continue
    const fullCause = async (by?: string): Promise<Undecided | null> => {
      try {
        return (await capacity.isFull(world, operation, by)) ? noRoom(operation, n) : null
      } catch (error) {
        const isUnseen = error instanceof IsShutOut || isTransient(error)
        return error instanceof Undecided && isUnseen ? error : null
      }
    }
    const acceptedCount = replies?.accepted(operation) ?? 0
    // A limit may hold for each user: if so, nothing was accepted from the same actor after the refused request.
    const own = actor === null ? undefined : replies?.acceptedOf(actor, operation)
    const cause =
      (acceptedCount >= capacity.least.ofAll ? await fullCause() : null) ??
      (own && own.count >= capacity.least.ofEach && own.last < n ? await fullCause(actor ?? '') : null)
    if (cause) return cause
  }
  return null
}

const noRoom = (operation: string, exchange: number): Undecided =>
  new Undecided(
    'prerequisite-failed',
    `the target takes no more: ${operation} is refused even as it was accepted before in this run`,
    true,
    [exchange],
  )
