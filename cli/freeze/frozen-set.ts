/** The requirements and profiles of a kit version as they were frozen: `specs/frozen/<version>.json`. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../harness/index.ts'
import type { CertifiableSet } from '../certify/certifiable-set.ts'

export interface FrozenSet extends CertifiableSet {
  readonly schema: 'assay-frozen/1'
  /** The day of the release; null as long as the version may be frozen again. */
  readonly released: string | null
  /** Ids of requirements that were reworded since the previous set, with the same meaning. */
  readonly reworded: readonly string[]
  readonly digest: string
  /** The previous set with its digest, so that a change of an older set is noticed. */
  readonly before: { readonly version: string; readonly digest: string } | null
}

const FOLDER = join(packageFolder, 'specs', 'frozen')

export const frozenFile = (version: string, folder = FOLDER): string => join(folder, `${version}.json`)

const NAME = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/

export function frozenSet(version: string, folder = FOLDER): FrozenSet | null {
  if (!NAME.test(version) || !existsSync(frozenFile(version, folder))) return null
  return JSON.parse(readFileSync(frozenFile(version, folder), 'utf8')) as FrozenSet
}

/** All frozen sets, oldest first. */
export function frozenSets(folder = FOLDER): FrozenSet[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -5))
    .sort(byVersion)
    .flatMap(version => frozenSet(version, folder) ?? [])
}

export function setDigest({ version, catalogue, requirements, profiles }: CertifiableSet): string {
  const text = JSON.stringify([version, catalogue, requirements.map(fieldsOf), profiles.map(membersOf)])
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

const fieldsOf = ({ id, sentence, level, since, until }: CertifiableSet['requirements'][number]): unknown[] => [
  ...[id, sentence, level, since ?? null, until ?? null],
]
const membersOf = ({ name, title, requirements, optional }: CertifiableSet['profiles'][number]): unknown[] => [
  ...[name, title, requirements, optional ?? []],
]

/** Order of semantic versioning: a prerelease comes before its release. */
export function byVersion(one: string, other: string): number {
  const [a, b] = [one, other].map(parts)
  for (let place = 0; place < 3; place++) {
    const gap = Number(a?.numbers[place] ?? 0) - Number(b?.numbers[place] ?? 0)
    if (gap !== 0) return gap
  }
  if (a?.before === b?.before) return 0
  if (a?.before === '' || b?.before === '') return a?.before === '' ? 1 : -1
  return (a?.before ?? '').localeCompare(b?.before ?? '', 'en', { numeric: true })
}

function parts(version: string): { numbers: string[]; before: string } {
  const [core = '', ...rest] = version.split('-')
  return { numbers: core.split('.'), before: rest.join('-') }
}
