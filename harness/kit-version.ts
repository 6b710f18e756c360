/** The version of this kit, as its package says. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's own folder: the same whether sources or built files run. */
export const packageFolder = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})()

export const kitVersion: string = (
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
).version
