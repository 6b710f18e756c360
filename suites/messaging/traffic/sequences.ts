/** Requirements about several exchanges, judged if traffic contains them. */
import type { Sequence } from '../../../harness/index.ts'
import { createdThings } from './created-things.ts'
import { readsAgree } from './reads-agree.ts'
import { registerSettings } from './register-settings.ts'
import { removedOnce } from './removed-once.ts'
import { unsupportedListed } from './unsupported-listed.ts'

export const sequences: readonly Sequence[] = [
  ...removedOnce,
  ...createdThings,
  ...readsAgree,
  unsupportedListed,
  registerSettings,
]
