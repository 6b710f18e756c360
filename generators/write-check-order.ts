/** The order in which checks are carried out, as measured: `specs/proof/order.json`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

const file = join(projectFolder, 'specs', 'proof', 'order.json')

export function writeCheckOrder(): string {
  const order = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
  return `/** Checks and visits by id, the most telling first. */\nexport const checkOrder: readonly string[] = ${JSON.stringify(order, null, 2)}\n`
}
