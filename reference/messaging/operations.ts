/** The operations that are values. */
import { addNavigationView } from './navigation.ts'
import type { AnyOperation } from './operation.ts'
import { addPlayground } from './playgrounds.ts'

export const operations: readonly AnyOperation[] = [addPlayground, addNavigationView]
