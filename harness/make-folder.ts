/** Creates a folder and its parents, one after the other: under /proc, Node's own recursive way never ends. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export function makeFolder(path: string): void {
  const whole = resolve(path)
  const missing: string[] = []
  for (let at = whole; !isFolder(at); at = dirname(at)) {
    missing.unshift(at)
    if (at === dirname(at)) break
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST' || !isFolder(folder)) throw error
    }
  }
}

/** Throws if the path exists and is not a folder. */
const isFolder = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' })
  return found !== undefined
}
