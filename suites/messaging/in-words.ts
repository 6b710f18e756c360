/** A reply described in words, for observations. */
import { bodyOf, type Reply } from '../../harness/index.ts'
import { outcomeOf } from './outcome.ts'

export const inWords = (reply: Reply): string =>
  outcomeOf(reply) === 'success' ? 'accepted' : `refused: ${bodyOf(reply.exchange, 120)}`
