/**
 * Several optional parameters at once may be refused, a single one may not. So a request that is refused is sent again in parts.
 */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Reply, RequestOptions } from '../../harness/index.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { partsOf } from './arbitraries.ts'
import type { Params } from './requests.ts'

export interface RefusedPart {
  readonly name: string
  readonly params: Params
  readonly reply: Reply
}

/** After this many refused requests without a refused part, no further ones are taken apart. */
const MOST_IN_VAIN = 3

/** Finds the parameter that is refused alone, if there is one; once found, only that one is tried. */
export function takingApart(
  operation: MessagingOperationId,
  options: RequestOptions,
  send: (params: Params) => Promise<Reply>,
) {
  let suspect: string | null = null
  let inVain = 0
  return {
    suspects: (): boolean => suspect !== null,
    async refusedPart(params: Params): Promise<RefusedPart | null> {
      if (inVain >= MOST_IN_VAIN) return null
      for (const part of partsOf(operation, params, options)) {
        if (suspect !== null && part.name !== suspect) continue
        const reply = await send(part.params)
        if (outcomeOf(reply) === 'success') continue
        suspect = part.name
        return { ...part, reply }
      }
      if (suspect === null) inVain++
      return null
    },
  }
}
