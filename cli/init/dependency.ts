/** Makes Assay a development dependency of the project: packs this kit into the project and needs no registry. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { kitVersion, packageFolder } from '../../harness/kit-version.ts'
import { writeWhole } from '../out/out-folder.ts'

const FOLDER = 'vendor'

/** Returns lines that say what was done. A project that already depends on Assay is not changed. */
export function addDependency(folder: string): string[] {
  const file = join(folder, 'package.json')
  const project = existsSync(file) ? readProject(file) : { private: true }
  if (project === null) return ['left package.json alone: it does not read as JSON']
  if ([project.dependencies, project.devDependencies].some(list => list && 'assay' in list)) return []
  const tarball = packed(resolve(folder, FOLDER))
  if (tarball === null)
    return [
      `left package.json alone: npm could not pack this kit (version ${kitVersion}).`,
      `Install it yourself: npm install --save-dev ./assay-${kitVersion}.tgz`,
    ]
  const devDependencies = { ...project.devDependencies, assay: `file:${FOLDER}/${tarball}` }
  const place = existsSync(file) ? realpathSync(file) : file
  writeWhole(place, `${JSON.stringify({ ...project, devDependencies }, null, 2)}\n`)
  return [
    `wrote ${`${FOLDER}/${tarball}`.padEnd(28)} this kit, for npm ci; keep it in version control`,
    `wrote ${'package.json'.padEnd(28)} the dependency on it: run npm install once`,
  ]
}

interface Project {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function readProject(file: string): Project | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Project
  } catch {
    return null
  }
}

/** npm runs in the folder of the kit, so `folder` must be absolute. */
function packed(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true })
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
    execFileSync('npm', words, { cwd: packageFolder, stdio: 'ignore', shell: process.platform === 'win32' })
    return readdirSync(folder).find(name => name === `assay-${kitVersion}.tgz`) ?? null
  } catch {
    return null
  }
}
