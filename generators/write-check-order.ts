/**
 * The order in which checks run, and which of them touch what others share, as measured: `specs/proof/order.json`,
 * `touched.json`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

const read = <T>(name: string, otherwise: T): T => {
  const file = join(projectFolder, 'specs', 'proof', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise
}

export function writeCheckOrder(): string {
  const order = read<string[]>('order.json', [])
  const touched = read<Record<string, string[]>>('touched.json', {})
  return [
    '/** Checks and visits by id, the most telling first; and those that touch what others may need for themselves. */',
    `export const checkOrder: readonly string[] = ${JSON.stringify(order, null, 2)}`,
    `export const touched: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(touched, null, 2)}`,
    '',
  ].join('\n')
}
