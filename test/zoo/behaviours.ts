/** Everything that a deployment or a gateway may do to a reply, each with the correct kind of verdict. */
import { bodies } from './bodies.ts'
import { codings } from './codings.ts'
import { connections } from './connections.ts'
import { framing } from './framing.ts'
import { redirectsAndClocks } from './redirects-and-clocks.ts'
import type { Behaviour } from './reply-bytes.ts'
import { texts } from './texts.ts'
import { throttling } from './throttling.ts'

export const behaviours: readonly Behaviour[] = [
  ...connections,
  ...framing,
  ...codings,
  ...bodies,
  ...texts,
  ...throttling,
  ...redirectsAndClocks,
]
