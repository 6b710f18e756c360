/** The harness serves any HTTP contract: its code names no API, area, operation or fixture kind of the built-in contracts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { areas } from '../../generated/catalogue.ts'
import { operations } from '../../generated/operations.ts'
import { fixtureKinds } from '../../suites/messaging/fixture-kinds.ts'

const folder = fileURLToPath(new URL('../../harness', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const apis = [...new Set(areas.map(({ api }) => api)), 'zulip']
/** Some operation ids are ordinary words, so they count only if they are quoted, called or used as a member. */
const named = (id: string): RegExp => new RegExp(`['"\`.]${id}['"\`(]`)

const naming = (pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`harness/${name}:${at + 1} ${line.trim()}`] : [])),
  )

test('the harness has files to search', () => {
  expect(files.length).toBeGreaterThan(40)
})

test.each(apis)('it does not name %s', api => {
  expect(naming(new RegExp(api, 'i'))).toEqual([])
})

test('it names no operation', () => {
  expect(Object.keys(operations).flatMap(id => naming(named(id)))).toEqual([])
})

test('it names no area', () => {
  const escaped = (id: string): string => id.replaceAll('.', '\\.')
  expect(areas.flatMap(({ id }) => naming(new RegExp(`\\b${escaped(id)}\\b`)))).toEqual([])
})

/** Kinds that the harness may name: actors and removal exist in every API, and `message` is also a member of reports. */
const OF_ANY_API = ['actor', 'discard', 'message']

test('it names only kinds of fixtures that every API has', () => {
  const kinds = Object.keys(fixtureKinds).filter(kind => !OF_ANY_API.includes(kind))
  expect(kinds.flatMap(kind => naming(new RegExp(`['"\`]${kind}['"\`]`)))).toEqual([])
})

test('it imports only types from modules that are generated from a contract', () => {
  const values = naming(/^import (?!type ).*generated\/(catalogue|operations|field-rules|schemas|.*-openapi)\.ts/)
  expect(values).toEqual([])
})
