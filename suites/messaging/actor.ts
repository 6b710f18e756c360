/** A user or bot of the messaging API; its methods are the operations. */
import type { MessagingOperationId, ParametersOf } from '../../generated/operations.ts'
import type { Actor as AnyActor, Reply, SendOptions } from '../../harness/index.ts'

type Action<Id extends MessagingOperationId> = (params?: ParametersOf<Id>, options?: SendOptions) => Promise<Reply>

export type Actor = Omit<AnyActor, 'sends' | 'withCredentials'> & {
  readonly [Id in MessagingOperationId]: Action<Id>
} & {
  /** Any operation with any parameters, legal or not. */
  sends(
    operation: MessagingOperationId,
    params: Readonly<Record<string, unknown>>,
    options?: SendOptions,
  ): Promise<Reply>
  /** The same person with other credentials; null for none at all. */
  withCredentials(...given: Parameters<AnyActor['withCredentials']>): Actor
}

/** Actors of this API have its operations as methods. */
export const asActor = (actor: AnyActor): Actor => actor as unknown as Actor
