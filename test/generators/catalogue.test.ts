/** Mistakes in the catalogue are reported with file, line and entry. */
import { describe, expect, test } from 'vitest'
import { catalogueDigest } from '../../generators/catalogue-digest.ts'
import type { CatalogueError } from '../../generators/catalogue-error.ts'
import { parseLocatedYaml } from '../../generators/located-yaml.ts'
import { readCatalogue } from '../../generators/read-catalogue.ts'
import { profilesOf } from '../../generators/read-profiles.ts'

const fileOf = (text: string, file = 'drafts.yaml') => ({
  api: 'messaging' as const,
  places: new Set(['Drafts > text 1']),
  yaml: parseLocatedYaml(file, text),
})

const entry = (changes: Record<string, unknown> = {}): string =>
  `  - ${JSON.stringify({ id: 'messaging.drafts.ids', sentence: 'It answers ids', places: ['Drafts > text 1'], level: 'must', ...changes })}\n`

const file = (...entries: string[]): string =>
  `area: messaging.drafts\ntitle: Drafts\nrequirements:\n${entries.join('')}`

function mistakesOf(text: string): readonly string[] {
  try {
    readCatalogue([fileOf(text)])
    return []
  } catch (error) {
    return (error as CatalogueError).mistakes
  }
}

const one = (changes: Record<string, unknown>): string => file(entry(changes))

describe('refuses', () => {
  const here = 'drafts.yaml:4 (messaging.drafts.ids)'
  test.each([
    ['an unknown key', one({ sience: 3 }), `${here}: unknown key sience`],
    ['an unknown place', one({ places: ['Drafts > text 2'] }), `${here}: unknown place "Drafts > text 2"`],
    ['no place', one({ places: [] }), `${here}: cites no place`],
    [
      'an id of another area',
      one({ id: 'messaging.invites.x' }),
      'drafts.yaml:4 (messaging.invites.x): id does not start with its area messaging.drafts',
    ],
    ['another level', one({ level: 'may' }), `${here}: level is "may", not must or should`],
    ['an unknown actor', one({ needs: { actors: ['boss'] } }), `${here}: unknown actor "boss"`],
    ['an unknown fixture', one({ needs: { fixtures: ['car'] } }), `${here}: unknown fixture "car"`],
    ['an unknown need', one({ needs: { luck: true } }), `${here}: unknown key needs.luck`],
    [
      'an open point that does not say why it is unvaried',
      `${file()}openPoints:\n${entry({ level: undefined, unvaried: ' ' })}`,
      'drafts.yaml:5 (messaging.drafts.ids): unvaried does not say why',
    ],
    ['an unknown permission', one({ needs: { allow: 'all' } }), `${here}: unknown word "all" in needs.allow`],
    ['levels in the wrong order', one({ since: 300, until: 200 }), `${here}: since 300 is after until 200`],
    ['a sentence with a dot', one({ sentence: 'It ends.' }), `${here}: sentence ends with a dot`],
    ['a long sentence', one({ sentence: 'a'.repeat(141) }), `${here}: sentence has 141 characters, 140 are allowed`],
    [
      'an id twice',
      file(entry(), entry({ sentence: 'Other' })),
      `drafts.yaml:5 (messaging.drafts.ids): id is taken by ${here}`,
    ],
    [
      'a sentence twice',
      file(entry(), entry({ id: 'messaging.drafts.b' })),
      `drafts.yaml:5 (messaging.drafts.b): sentence is taken by ${here}`,
    ],
    ['an unknown chapter key', `${file(entry())}rules: []\n`, 'drafts.yaml:5: unknown key rules'],
    [
      'an unknown introduction',
      `${file(entry())}introductions: [here]\n`,
      'drafts.yaml:5 (introductions): unknown place "here"',
    ],
  ])('%s', (_title, text, want) => {
    expect(mistakesOf(text)).toEqual([want])
  })

  test('broken YAML, with its line', () => {
    expect(() => fileOf('area: a\ntitle: [')).toThrow(/drafts\.yaml:2/)
  })

  test('a profile without patterns', () => {
    expect(() => profilesOf(parseLocatedYaml('profiles.yaml', 'profiles:\n  - { name: a, title: A }\n'))).toThrow(
      'profiles.yaml:2: include is not a list with something in it',
    )
  })
})

test('generated needs omit empty and default values', () => {
  const [requirement] = readCatalogue([
    fileOf(one({ needs: { actors: [], allow: 'read', fixtures: ['channel'] } })),
  ]).requirements
  expect(requirement?.needs).toEqual({ fixtures: ['channel'] })
})

test('the digest depends on the content, not on the order', () => {
  const digest = (...entries: string[]): string => catalogueDigest(readCatalogue([fileOf(file(...entries))]))
  const other = entry({ id: 'messaging.drafts.b', sentence: 'Other' })
  expect(digest(entry(), other)).toBe(digest(other, entry()))
  expect(digest(entry())).not.toBe(digest(entry({ level: 'should' })))
})
