/** A vendor's own suites: how they are loaded and reported, and which mistakes are detected. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { area } from '../../cli/own/own-area.ts'
import { withOwnSuites } from '../../cli/own/own-suites.ts'
import { suites } from '../../suites/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const catalogue = `api: trading
area: acme.promises
title: Promises
requirements:
  - { id: acme.promises.one, sentence: One holds, places: [Agreement], level: must }
  - { id: acme.promises.two, sentence: Two holds, places: [Agreement], level: must }
`
const check = (id: string): string =>
  `{ does: 'check', id: '${id}', requirements: ['${id}'], isolation: 'overlapping', from: 'quick', plans: {}, needs: {},
     run: async ({ venue, claim }) => void claim(await venue.ping()).equals('/result', 'pong') }`
const suite = (...ids: string[]): string =>
  `export default { name: 'acme.promises', items: [${ids.map(check).join(', ')}], sentences: { 'acme.promises.one': 'One holds' } }`

let made = 0
function own(files: Record<string, string>): string {
  const path = join(folder, `own-${++made}`)
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

test('they run and are reported with the built-in suites, with a command that reruns them', async () => {
  const dir = own({ 'catalogue.yaml': catalogue, 'promises.mjs': suite('acme.promises.one') })
  const out = join(folder, 'report')
  const { status } = await assayWith([
    'run',
    '--suites',
    dir,
    '--only',
    'acme.*',
    '--only',
    'trading.ping.*',
    '--out',
    out,
  ])
  const { requirements } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  expect(requirements).toMatchObject([
    { id: 'trading.ping.pong', verdict: 'pass' },
    { id: 'acme.promises.one', verdict: 'pass', area: 'acme.promises', places: ['Agreement'] },
    { id: 'acme.promises.two', verdict: 'unverified', reason: 'budget' },
  ])
  expect(requirements[1].repeat).toContain(`--suites ${dir}`)
  expect(status).toBe(0)
})

test('without a folder, only the built-in suites run', async () => {
  expect(await withOwnSuites(undefined)).toEqual({ areas: suites, requirements: [] })
})

describe('a mistake', () => {
  const wrong = (text: string, name = 'catalogue.yaml'): Record<string, string> => ({
    'catalogue.yaml': catalogue,
    [name]: text,
  })
  test.each([
    ['no catalogue', { 'a.mjs': suite('acme.promises.one') }, 'holds no catalogue.yaml'],
    ['a built-in prefix', wrong(catalogue.replaceAll('acme.', 'trading.')), 'area is not a prefix of your own'],
    ['no API', wrong(catalogue.replace('api: trading', 'api: billing')), 'api is not trading or messaging'],
    ['a field row', wrong(catalogue.replace('level: must', 'level: must, fields: [a/b]')), 'fields are for rows'],
    ['an unknown level', wrong(catalogue.replace('level: must', 'level: may')), 'not must or should'],
    ['a module that exports nothing', wrong('export const a = 1', 'a.mjs'), 'exports no area'],
    ['a module that does not load', wrong('throw new Error("no luck")', 'a.mjs'), 'cannot be loaded: no luck'],
    ['a check without a requirement', wrong(suite('acme.promises.on'), 'a.mjs'), 'no catalogue has acme.promises.on'],
    [
      'a text that differs from the catalogue',
      wrong(suite('acme.promises.one').replace('One holds', 'One holds?'), 'a.mjs'),
      'in its catalogue',
    ],
    ['a quotation mark alone', wrong('api: "a\n', 'b.yaml'), 'b.yaml:2:1: this is not valid YAML: a closing quotation'],
    ['an alias without an anchor', wrong('api: *a\n', 'b.yaml'), 'b.yaml: this is not valid YAML: Unresolved alias'],
    ['an id twice', wrong(catalogue, 'b.yaml'), 'two requirements are called acme.promises.one'],
  ])('%s is reported', async (_name, files, sentence) => {
    const { status, err } = await assayWith(['run', '--suites', own(files)])
    expect(err).toContain(sentence)
    expect(err).toMatch(/^assay: [^\n]+\n$/)
    expect(status).toBe(2)
  })

  test('a missing folder is reported', async () => {
    const { status, err } = await assayWith(['run', '--suites', join(folder, 'nowhere')])
    expect(err).toContain('there is no such folder')
    expect(status).toBe(2)
  })
})

test('an area keeps the texts of its requirements', () => {
  const made = area('acme.promises', ({ check, scenario }) => [
    check('one', 'One holds', async () => {}),
    scenario('sequence', { two: 'Two holds' }, async () => {}),
  ])
  expect(made.sentences).toEqual({ 'acme.promises.one': 'One holds', 'acme.promises.two': 'Two holds' })
})

test('list and explain include them', async () => {
  const path = own({ 'catalogue.yaml': catalogue, 'suite.mjs': suite('acme.promises.one') })
  const { out } = await assayWith(['list', '--suites', path])
  expect(out).toContain('acme.promises.two')
  expect(out).toContain('trading.ping.pong')
  const explained = await assayWith(['explain', 'acme.promises.one', '--suites', path, '--json'])
  expect(JSON.parse(explained.out)).toMatchObject({ kind: 'requirement', checks: ['acme.promises.one'] })
  const lost = await assayWith(['explain', 'acme.promises.onne', '--suites', path])
  expect(lost).toMatchObject({ status: 2, err: expect.stringContaining('did you mean "acme.promises.one"') })
  const nowhere = await assayWith(['list', '--suites', 'nowhere'])
  expect(nowhere).toMatchObject({ status: 2, err: 'assay: --suites nowhere: there is no such folder\n' })
})
