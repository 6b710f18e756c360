/** Linkifiers. */
import { operation } from './operation.ts'

export const getLinkifiers = operation({
  id: 'getLinkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  parameters: [],
  effect: ({ org }) => [...org.linkifiers.values()],
  reply: (_it, linkifiers) => ({ linkifiers }),
})
