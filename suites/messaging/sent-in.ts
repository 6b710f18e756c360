/** The value of a parameter in a form request, read from its evidence. */
import type { Reply } from '../../harness/index.ts'

export function sentIn(reply: Reply, parameter: string): string | null {
  return new URLSearchParams(reply.exchange.request.body ?? '').get(parameter)
}
