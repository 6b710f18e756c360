/** Passages of the contract: found in the user's copies of the documents, quoted by `explain` and in failures. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placesIn } from '../../cli/contract/places-in.ts'
import { requirements } from '../../generated/catalogue.ts'
import type { Report } from '../../generated/formats.ts'
import { failureBlock } from '../../reports/failure.ts'
import { junit } from '../../reports/junit.ts'
import { anEntry, aReport } from '../reports/a-report.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const document = `# Title

First words,
on two lines.

## What the service does

- one bullet
- another

## Resources and their fields

### Thing (element of things)

| Field | Type |
|---|---|
| \`name\` | a \`string\` |

Rules:

1. The first rule.

## Endpoints

| Method | Path | Response |
|---|---|---|
| GET | /things | all of them |

**POST /things** (makes one)

| Parameter | Type |
|---|---|
| size | integer |

## States and transitions

| Entity | State |
|---|---|
| Thing | made |
| Thing | gone |
`

const passages: Record<string, readonly [string, number]> = {
  'text 1': ['First words, on two lines.', 3],
  'Service > bullet 2': ['another', 9],
  'Resources > Thing > name': ['`name` | a `string`', 17],
  'Resources > Thing > text 1': ['Rules:', 19],
  'Resources > Thing > rule 1': ['The first rule.', 21],
  'Endpoints > GET /things': ['GET | /things | all of them', 27],
  'Endpoints > POST /things > note': ['**POST /things** (makes one)', 29],
  'Endpoints > POST /things > size': ['size | integer', 33],
  'States > transition 2': ['Thing | gone', 40],
}

test('places are found by heading, table row, rule, bullet and paragraph', () => {
  const found = placesIn(document, new Set([...Object.keys(passages), 'Nowhere > text 1']))
  expect(Object.fromEntries([...found].map(([place, { text, line }]) => [place, [text, line]]))).toEqual(passages)
})

describe('with copies of the documents', () => {
  const folder = freshFolder()
  const api = join(folder, 'contract')
  beforeAll(() => {
    mkdirSync(api)
    writeFileSync(join(api, 'notes.md'), '# Something else\n')
    writeFileSync(join(api, 'venue.md'), asDocument('trading'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('explain quotes them', async () => {
    const { out, status } = await assayWith(['explain', 'trading.envelope.status', '--contract', api])
    expect(out.replaceAll(/\n +/g, ' ')).toMatch(
      /Quoted +venue\.md:\d+ "status \| words of Resources > Response envelope > status"/,
    )
    expect(status).toBe(0)
  })

  test('a folder without the documents is a usage error', async () => {
    const { err, status } = await assayWith(['explain', 'trading.envelope.status', '--contract', folder])
    expect(err).toContain('has no document of the contract')
    expect(status).toBe(2)
    const { err: gone } = await assayWith(['run', '--only', 'trading.ping.*', '--contract', join(folder, 'gone')])
    expect(gone).toContain('there is no such folder')
  })

  test('a report contains the passages that its requirements cite', async () => {
    const out = join(folder, 'out')
    const words = ['--only', 'trading.ping.*', '--contract', api, '--out', out, '--reporter', 'none']
    expect((await assayWith(['run', ...words])).status).toBe(0)
    const { contract } = (await import(join(out, 'report.json'), { with: { type: 'json' } })).default as Report
    expect(Object.keys(contract?.['trading'] ?? {})).toContain('Endpoints > GET /public/ping')
  })
})

test('failures quote them in the terminal and in JUnit', () => {
  const entry = anEntry('messaging.drafts.one-channel', 'fail', { places: ['A > b', 'A > c'] })
  const contract = { messaging: { 'A > b': { text: 'the words', file: 'chat.md', line: 7 } } }
  const block = failureBlock(entry, { name: 'x' }, () => undefined, { columns: 80, colour: false, contract })
  expect(block).toContain('     Contract  messaging: A > b; A > c\n               chat.md:7 "the words"\n')
  expect(junit(aReport([entry], { contract }))).toContain('chat.md:7 &quot;the words&quot;')
})

/** A document with a table row for each place of an API, under one heading or two. */
function asDocument(api: string): string {
  const places = new Set(requirements.filter(({ id }) => id.startsWith(`${api}.`)).flatMap(one => one.places))
  const lines = ['# A contract', '']
  for (const place of places) {
    const parts = place.split(' > ')
    const name = parts.pop() ?? ''
    if (/^(text|rule|bullet) \d+$/.test(name)) continue
    parts.forEach((part, depth) => void lines.push(`${'#'.repeat(depth + 2)} ${part}`, ''))
    const [method, path] = name.split(' /')
    const first = path === undefined ? `${name} | words` : `${method} | /${path} | words`
    lines.push('| a | b |', '|---|---|', `| ${first} of ${place} |`, '')
  }
  return lines.join('\n')
}
