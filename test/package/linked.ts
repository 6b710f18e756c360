/** A project with the packed package, set up faster than npm would install it. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const A_HANG_MS = 250_000

export interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

export function runs(command: string, words: readonly string[], folder: string): Promise<Ended> {
  return new Promise(settle => {
    const options = { cwd: folder, timeout: A_HANG_MS, maxBuffer: 1 << 26, env: { ...process.env, NO_COLOR: '1' } }
    execFile(command, words, options, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      settle({ status, out, err: error?.killed ? `${err}\nIt did not end.` : err })
    })
  })
}

export async function must(sentence: string, ended: Promise<Ended>): Promise<Ended> {
  const { status, out, err } = await ended
  if (status !== 0) throw new Error(`${sentence}\n${out.slice(-1500)}\n${err.slice(-1500)}`)
  return { status, out, err }
}

/**
 * Sets up what npm would install: the package unpacked by tar, its dependencies linked from this project. npm then verifies that
 * no package is missing, superfluous or of another version.
 */
export async function install(tarball: string, project: string): Promise<void> {
  const inProject = (...parts: string[]): string => join(project, ...parts)
  const folder = inProject('node_modules', 'assay')
  mkdirSync(folder, { recursive: true })
  await must(
    'The tarball cannot be unpacked.',
    runs('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], project),
  )
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  const { bin, version } = JSON.parse(manifest) as { bin: Record<string, string>; version: string }
  mkdirSync(inProject('node_modules', '.bin'))
  for (const [name, file] of Object.entries(bin)) {
    chmodSync(join(folder, file), 0o755)
    symlinkSync(join('..', 'assay', file), inProject('node_modules', '.bin', name))
  }
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: true }>
  }
  for (const [path, { dev }] of Object.entries(packages))
    if (path !== '' && !dev) linkFolder(join(root, path), inProject(path))
  const dependencies = { assay: version }
  writeFileSync(
    inProject('package.json'),
    JSON.stringify({ name: 'somebody', private: true, type: 'module', dependencies }),
  )
  const { out } = await must('What npm would install is not there.', runs('npm', ['ls', '--all', '--json'], project))
  expect((JSON.parse(out) as { problems?: string[] }).problems ?? []).toEqual([])
}

function linkFolder(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, place] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) linkOrCopy(source, place)
    else if (entry.name !== 'node_modules') linkFolder(source, place)
  }
}

/** Copies the file if it cannot be linked, because the temporary folder may be on another disk. */
function linkOrCopy(source: string, place: string): void {
  try {
    linkSync(source, place)
  } catch {
    cpSync(source, place)
  }
}
