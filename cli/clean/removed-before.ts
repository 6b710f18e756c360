/** What earlier clean-ups of a run removed, in the folder of the run: most kinds of things cannot be looked up. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../harness/index.ts'
import { isSignedBundle, writeWhole } from '../out/out-folder.ts'

export interface Named {
  readonly kind: string
  readonly id: number | string
}

const FILE = 'removed.json'

/** Empty for another run, and if the file cannot be read: things are then removed again. */
export function removedBefore(folder: string, run: string): readonly Named[] {
  const file = join(folder, FILE)
  if (!existsSync(file)) return []
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isObject(found) || found['run'] !== run || !Array.isArray(found['removed'])) return []
    return found['removed'].filter(isNamed)
  } catch {
    return []
  }
}

/** Writes nothing into a signed bundle. */
export function writeRemoved(folder: string, run: string, removed: readonly Named[]): void {
  if (!isSignedBundle(folder)) writeWhole(join(folder, FILE), `${JSON.stringify({ run, removed }, null, 2)}\n`)
}

const isNamed = (one: unknown): one is Named =>
  isObject(one) && typeof one['kind'] === 'string' && ['number', 'string'].includes(typeof one['id'])
