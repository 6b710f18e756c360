/** All breaches that the chat can commit. */
import type { Fault } from '../../behaviour.ts'

export const messagingFaults: readonly Fault[] = []
