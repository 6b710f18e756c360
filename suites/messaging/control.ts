/** The smallest request of an operation that the contract's own words cover. */
import type { MessagingOperationId, ParametersOf } from '../../generated/operations.ts'
import type { Reply, SendOptions } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import type { World } from './world.ts'

export interface Control<Id extends MessagingOperationId> {
  readonly who: (world: World) => Actor
  /** `by` is who sends it, and whose things it is about. */
  readonly params: (world: World, by: Actor) => Promise<ParametersOf<Id>>
  /** How it is sent, where that is not as stated: the file of an upload. */
  readonly options?: SendOptions
  /** How it is sent to this deployment, where that is open. */
  readonly arranged?: (world: World, options: SendOptions) => Promise<SendOptions>
  /** Its reply, where it was sent to find that out, or more than once. */
  readonly tried?: (world: World) => Promise<Reply>
  /** Why a reply shows nothing, whatever was asked: a limit that the contract lets a deployment have. */
  readonly showsNothing?: (reply: Reply) => string | null
  /** A request that such a limit would keep from being accepted: where it is accepted, the reply says so wrongly. */
  readonly denies?: (world: World, reply: Reply) => Promise<Reply>
}
