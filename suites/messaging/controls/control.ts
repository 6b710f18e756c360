/** The type of a control: the smallest request of an operation that the contract states is accepted. */
import type { MessagingOperationId, ParametersOf } from '../../../generated/operations.ts'
import type { Reply, SendOptions } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import type { World } from '../world.ts'

export interface Control<Id extends MessagingOperationId> {
  readonly who: (world: World) => Actor
  /** The parameters; `by` sends the request, and it is about the things of `by`. */
  readonly params: (world: World, by: Actor) => Promise<ParametersOf<Id>>
  /** Options for sending it, for example the file of an upload. */
  readonly options?: SendOptions
  /** Adapts the options to this deployment if the contract leaves open how the request is sent. */
  readonly optionsForTarget?: (world: World, options: SendOptions) => Promise<SendOptions>
  /** Its reply, if it was already sent, perhaps several times, to find out which values are accepted. */
  readonly replyFromTrial?: (world: World) => Promise<Reply>
  /** Why a reply proves nothing about any request: it reports a limit that the contract lets a deployment have. */
  readonly showsNothing?: (reply: Reply) => string | null
  /** Why the deployment, as it is configured, accepts no such request at all; null for any other reply. */
  readonly notConfigured?: (reply: Reply) => string | null
  /** Sends a request that such a limit would block: if it is accepted, the reply reported the limit wrongly. */
  readonly sendDespiteLimit?: (by: Actor, world: World, reply: Reply) => Promise<Reply>
}

/** The actors that send controls. */
export const admin = (world: World): Actor => world.anyOf('admin', 'owner')
export const user = (world: World): Actor => world.anyOf('user', 'member', 'admin', 'owner')
