/** Freedoms that the chat can use. */
import type { Variant } from '../behaviour.ts'

export const messagingVariants: readonly Variant[] = []
