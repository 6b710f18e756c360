/** What a frozen set requires of targets that the previous one did not, for the changelog. */
import type { CertifiableRequirement, CertifiableSet } from '../certify/certifiable-set.ts'

export interface SetDifference {
  readonly added: readonly CertifiableRequirement[]
  readonly removed: readonly CertifiableRequirement[]
  readonly reworded: readonly CertifiableRequirement[]
  /** Requirements that changed between required and recommended, or have other feature levels. */
  readonly changed: readonly { readonly before: CertifiableRequirement; readonly after: CertifiableRequirement }[]
}

export function setDifference(before: CertifiableSet, after: CertifiableSet): SetDifference {
  const known = new Map(before.requirements.map(one => [one.id, one]))
  const now = new Set(after.requirements.map(({ id }) => id))
  const both = after.requirements.flatMap(one => {
    const old = known.get(one.id)
    return old ? [{ before: old, after: one }] : []
  })
  return {
    added: after.requirements.filter(({ id }) => !known.has(id)),
    removed: before.requirements.filter(({ id }) => !now.has(id)),
    reworded: both.filter(pair => pair.before.sentence !== pair.after.sentence).map(pair => pair.after),
    changed: both.filter(pair => terms(pair.before) !== terms(pair.after)),
  }
}

const terms = ({ level, since, until }: CertifiableRequirement): string => {
  const weight = level === 'must' ? 'required (MUST)' : 'recommended (SHOULD)'
  const from = since === undefined ? '' : ` from level ${since}`
  return `${weight}${from}${until === undefined ? '' : ` up to level ${until}`}`
}

/** The section of the changelog, for owners of targets. */
export function changelogSection(before: CertifiableSet | undefined, after: CertifiableSet): string {
  const musts = after.requirements.filter(({ level }) => level === 'must').length
  const total = `${after.requirements.length} requirements: ${musts} required (MUST), ${after.requirements.length - musts} recommended (SHOULD).`
  if (!before) return `The first frozen set. ${total}\n`
  const { added, removed, reworded, changed } = setDifference(before, after)
  const line = ({ id, sentence }: CertifiableRequirement): string => `- \`${id}\`: ${sentence}`
  const groups: [string, string[]][] = [
    ['New, required (MUST)', added.filter(({ level }) => level === 'must').map(line)],
    ['New, recommended (SHOULD)', added.filter(({ level }) => level === 'should').map(line)],
    ['No longer judged', removed.map(line)],
    ['Changed', changed.map(one => `- \`${one.after.id}\`: was ${terms(one.before)}, is ${terms(one.after)}`)],
    ['Reworded, same meaning', reworded.map(line)],
  ]
  const parts = groups
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n\n${lines.join('\n')}\n`)
  const nothing = parts.length === 0 ? [`Nothing changed since ${before.version}.\n`] : []
  return [`Compared with ${before.version}. ${total}\n`, ...parts, ...nothing].join('\n')
}

/** Replaces the section between its marks. A version without a section gets one, above the older versions. */
export function withSection(changelog: string, version: string, section: string): string {
  const [open, close] = [`<!-- requirements of ${version} -->`, `<!-- end of ${version} -->`]
  const block = `${open}\n### Requirements of ${version}\n\n${section}${close}`
  const start = changelog.indexOf(open)
  if (start >= 0) return changelog.slice(0, start) + block + changelog.slice(changelog.indexOf(close) + close.length)
  const heading = `## ${version}`
  const at = changelog.indexOf(`${heading}\n`)
  if (at >= 0) return changelog.replace(`${heading}\n`, () => `${heading}\n\n${block}\n`)
  const first = changelog.search(/^## /m)
  const place = first < 0 ? changelog.length : first
  return `${changelog.slice(0, place)}${heading}\n\n${block}\n\n${changelog.slice(place)}`
}
