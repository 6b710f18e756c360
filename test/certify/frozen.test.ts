/** Frozen sets: no released set changes unnoticed, and the changelog lists the new requirements for owners of targets. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CertifiableSet, currentSet } from '../../cli/certify/certifiable-set.ts'
import { differs, freeze } from '../../cli/freeze/freeze.ts'
import { byVersion, frozenSet, frozenSets, setDigest } from '../../cli/freeze/frozen-set.ts'
import { changelogSection, withSection } from '../../cli/freeze/set-difference.ts'
import { kitVersion } from '../../harness/index.ts'
import { freshFolder } from '../cli/fake-io.ts'

describe('the frozen sets in git', () => {
  const sets = frozenSets()

  test('this version is frozen in its current state', () => {
    const frozen = frozenSet(kitVersion)
    const set = currentSet()
    expect(frozen, `${kitVersion} is not frozen: npm run freeze`).not.toBeNull()
    if (frozen && frozen.digest !== setDigest(set))
      expect.fail(`${differs(frozen, set)} since ${kitVersion} was frozen: npm run freeze, or raise the version`)
  })

  test.each(sets)('$version still has its frozen digest, and names the previous set', set => {
    expect(setDigest(set)).toBe(set.digest)
    const before = sets[sets.indexOf(set) - 1]
    expect(set.before).toEqual(before ? { version: before.version, digest: before.digest } : null)
  })

  test('an id keeps its meaning in all versions', () => {
    const words = new Map<string, string>()
    for (const { released, requirements, reworded, version } of sets) {
      for (const { id, sentence } of requirements) {
        if (released === null) continue
        const known = words.get(id) ?? sentence
        expect(reworded.includes(id) || known === sentence, `${id} at ${version}`).toBe(true)
        words.set(id, sentence)
      }
    }
  })

  test('the changelog contains the section that freezing writes', () => {
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
    const set = currentSet()
    const before = sets.filter(({ version }) => byVersion(version, kitVersion) < 0).at(-1)
    expect(changelog).toContain(changelogSection(before, set))
  })
})

test('a section of the changelog is inserted as it is, whatever characters it has', () => {
  const section = 'A price of $& or $1.\n'
  expect(withSection('# Changelog\n\n## 2.0.0\n', '2.0.0', section)).toContain(section)
})

describe('freezing', () => {
  const one = { id: 'a.b.one', sentence: 'One holds', level: 'must' as const }
  const two = { id: 'a.b.two', sentence: 'Two holds', level: 'should' as const, since: 10 }
  const set = (version: string, ...requirements: CertifiableSet['requirements']): CertifiableSet => ({
    ...{ version, catalogue: 'sha256:0', requirements },
    profiles: [{ name: 'all', title: 'All', requirements: requirements.map(({ id }) => id) }],
  })
  const start = (): { folder: string; changelog: string } => {
    const folder = freshFolder()
    const changelog = join(folder, 'CHANGELOG.md')
    writeFileSync(changelog, '# Changelog\n\nWords.\n\n## 1.0.0\n\n- something\n')
    return { folder: join(folder, 'frozen'), changelog }
  }

  test('an unreleased version may be frozen again, a released one may not', () => {
    const place = start()
    freeze({ ...place, set: set('1.0.0', one) })
    freeze({ ...place, set: set('1.0.0', one, two), release: '2026-12-01' })
    freeze({ ...place, set: set('1.0.0', one, two) })
    expect(frozenSet('1.0.0', place.folder)?.released).toBe('2026-12-01')
    expect(() => freeze({ ...place, set: set('1.0.0', one) })).toThrow('a.b.two is gone. Raise the version')
    expect(() => freeze({ ...place, set: set('1.1.0', { ...one, sentence: 'One holds twice' }, two) })).toThrow(
      'the sentence of a.b.one differs from 1.0.0. A changed meaning is a new id',
    )
  })

  test('the changelog lists new, removed, changed and reworded requirements', () => {
    const place = start()
    freeze({ ...place, set: set('1.0.0', one, two), release: '2026-12-01' })
    const three = { id: 'a.b.three', sentence: 'Three holds', level: 'must' as const }
    const next = set('1.1.0-rc.1', { ...one, sentence: 'The first holds' }, { ...two, level: 'must' }, three)
    for (let twice = 0; twice < 2; twice++) freeze({ ...place, set: next, reworded: ['a.b.one'] })
    const text = readFileSync(place.changelog, 'utf8')
    for (const line of [
      'Compared with 1.0.0. 3 requirements: 3 required (MUST), 0 recommended (SHOULD).',
      'New, required (MUST):\n\n- `a.b.three`: Three holds',
      '- `a.b.two`: was recommended (SHOULD) from level 10, is required (MUST) from level 10',
      'Reworded, same meaning:\n\n- `a.b.one`: The first holds',
      '## 1.0.0\n\n<!-- requirements of 1.0.0 -->',
    ])
      expect(text).toContain(line)
    expect(text.split('## 1.1.0-rc.1').length).toBe(2)
    expect(text.indexOf('## 1.1.0-rc.1')).toBeLessThan(text.indexOf('## 1.0.0'))
  })

  test('versions are in the order of semantic versioning', () => {
    const mixed = ['1.0.0', '1.0.0-rc.10', '0.9.0', '1.0.0-rc.2', '1.10.0', '1.2.0']
    expect(mixed.sort(byVersion)).toEqual(['0.9.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0'])
  })
})
