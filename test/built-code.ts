/**
 * Tests import sources. This plugin replaces them with the built modules if the build is not older than the sources, so that
 * vitest need not transform hundreds of modules. After a change, the sources themselves run until the next build.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['arbitraries', 'cli', 'generated', 'generators', 'harness', 'reference', 'reports', 'suites']
/** The last file that a build writes. */
const LAST = join(root, 'dist', 'cli', 'explanations.ndjson')

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(root, folder, name))

function isFresh(): boolean {
  const built = changedAt(LAST)
  return FOLDERS.flatMap(sources).every(source => changedAt(source) <= built)
}

/** The folder of the code under test: dist, or the project itself. */
export const codeFolder: string = isFresh() ? join(root, 'dist') : root

export const builtCode = {
  name: 'built-code',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (codeFolder === root || !importer || !/^\..*\.ts$/.test(source)) return null
    const path = relative(root, resolve(dirname(importer), source))
    const built = join(codeFolder, path.replace(/\.ts$/, '.js'))
    return !path.startsWith('test') && existsSync(built) ? { id: built, external: true as const } : null
  },
}
