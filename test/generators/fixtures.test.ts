/** Kinds of fixtures are defined once: the documentation agrees with it, and mistakes are reported with their line. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirements } from '../../generated/catalogue.ts'
import { operations } from '../../generated/operations.ts'
import { withFixtureTables } from '../../generators/fixture-tables.ts'
import { parseLocatedYaml } from '../../generators/located-yaml.ts'
import { projectFolder } from '../../generators/project-folder.ts'
import { fixturesOf, readFixtures } from '../../generators/read-fixtures.ts'

test('docs/provisioning.md agrees with the kinds (npm run docs writes it)', () => {
  const page = readFileSync(join(projectFolder, 'docs', 'provisioning.md'), 'utf8')
  expect(withFixtureTables(page, readFixtures().kinds, requirements)).toBe(page)
})

test('a fixture is removed by an operation of the contract, with an existing parameter', () => {
  for (const { name, leaves } of readFixtures().kinds) {
    if (!leaves?.removedBy) continue
    const { operation, parameter } = leaves.removedBy
    const known = Object.values(operations).find(({ id }) => id === operation)
    expect(
      known?.parameters.map(one => one.name),
      name,
    ).toContain(parameter)
  }
})

describe('a mistake is reported with its line', () => {
  test.each([
    ['kinds:\n  channel:\n    maks: true', 'f.yaml:3 (channel): unknown key maks'],
    ['kinds:\n  channel:\n    value: { id: int }', 'f.yaml:3 (channel): id is of the unknown type "int"'],
    [
      'kinds:\n  channel:\n    leaves: { kind: channel, id: name }',
      'f.yaml:3 (channel): leaves what is known by "name", which its value does not have',
    ],
  ])('%j', (text, message) => {
    expect(() => fixturesOf(parseLocatedYaml('f.yaml', text))).toThrow(message)
  })
})
