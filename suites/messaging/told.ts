/** A reply in words, for observations. */
import { bodyOf, outcomeOf, type Reply } from '../../harness/index.ts'

export const told = (reply: Reply): string =>
  outcomeOf(reply) === 'success' ? 'accepted' : `refused: ${bodyOf(reply.exchange, 120)}`
