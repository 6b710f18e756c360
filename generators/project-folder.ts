/** The folder that contains `specs/`, for the sources and for the built package. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function nearest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('the package folder was not found')
  return nearest(parent)
}

export const projectFolder = nearest(dirname(fileURLToPath(import.meta.url)))

export const specsFile = (...parts: string[]): string => join(projectFolder, 'specs', ...parts)
