/** Freezes the requirements of this kit version, and lists in the changelog what changes for owners of targets. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CertifiableSet, currentSet } from '../certify/certifiable-set.ts'
import { byVersion, type FrozenSet, frozenFile, frozenSet, frozenSets, setDigest } from './frozen-set.ts'
import { changelogSection, setDifference, withSection } from './set-difference.ts'

export interface FreezeOptions {
  readonly folder?: string
  readonly changelog: string
  /** The day of the release, if the version is released now; after that it cannot be frozen again. */
  readonly release?: string
  /** Ids of requirements that are worded differently but mean the same. */
  readonly reworded?: readonly string[]
  readonly set?: CertifiableSet
}

/** Returns sentences that say what was done; throws if a released set would change. */
export function freeze({ folder, changelog, release, reworded = [], set = currentSet() }: FreezeOptions): string[] {
  const former = frozenSet(set.version, folder)
  const before = frozenSets(folder)
    .filter(({ version }) => byVersion(version, set.version) < 0)
    .at(-1)
  const refusal = refusalOf(set, former, before, reworded)
  if (refusal) throw new Error(refusal)
  const frozen: FrozenSet = {
    schema: 'assay-frozen/1',
    version: set.version,
    released: former?.released ?? release ?? null,
    digest: setDigest(set),
    before: before ? { version: before.version, digest: before.digest } : null,
    catalogue: set.catalogue,
    reworded: [...new Set([...(former?.reworded ?? []), ...reworded])].sort(),
    requirements: set.requirements,
    profiles: set.profiles,
  }
  const file = frozenFile(set.version, folder)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${jsonText(frozen)}\n`)
  if (existsSync(changelog)) {
    const text = readFileSync(changelog, 'utf8')
    writeFileSync(changelog, withSection(text, set.version, changelogSection(before, set)))
  }
  const state = frozen.released === null ? 'not released yet' : `released ${frozen.released}`
  return [`froze ${set.requirements.length} requirements of ${set.version} (${state}), ${frozen.digest}`]
}

/** Why this set may not be frozen under this version; null if it may. */
function refusalOf(
  set: CertifiableSet,
  former: FrozenSet | null,
  before: FrozenSet | undefined,
  reworded: readonly string[],
): string | null {
  if (former && former.released !== null && former.digest !== setDigest(set))
    return `${set.version} was released on ${former.released} with another set: ${differs(former, set)}. Raise the version in package.json.`
  const allowed = new Set([...reworded, ...(former?.reworded ?? [])])
  const binding = before?.released ? setDifference(before, set).reworded : []
  const silent = binding.filter(({ id }) => !allowed.has(id))
  if (silent.length > 0)
    return `the sentence of ${silent.map(({ id }) => id).join(', ')} differs from ${before?.version}. A changed meaning is a new id; if only the wording changed: npm run freeze -- --reworded ID`
  return null
}

/** The first difference, in words. */
export function differs(frozen: CertifiableSet, set: CertifiableSet): string {
  const { added, removed, reworded, changed } = setDifference(frozen, set)
  if (removed[0]) return `${removed[0].id} is gone`
  if (added[0]) return `${added[0].id} is new`
  if (reworded[0]) return `the sentence of ${reworded[0].id} has changed`
  if (changed[0]) return `${changed[0].after.id} has other levels`
  return 'the profiles or the rest of the catalogue have changed'
}

/** One line for each requirement, so that a review shows what changed. */
function jsonText({ requirements, profiles, ...head }: FrozenSet): string {
  const lines = (items: readonly unknown[]): string => items.map(item => `    ${JSON.stringify(item)}`).join(',\n')
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${members.join(',\n')},\n  "requirements": [\n${lines(requirements)}\n  ],\n  "profiles": [\n${lines(profiles)}\n  ]\n}`
}
