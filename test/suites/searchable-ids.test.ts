/** Every requirement id is written in full in the suites, so that a text search for it finds its check. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { suites } from '../../suites/index.ts'

const folder = fileURLToPath(new URL('../../suites', import.meta.url))
const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

const ids = new Set(
  suites.flatMap(({ items }) =>
    items.flatMap(item =>
      item.does === 'check' ? item.requirements : item.does === 'invariant' ? [item.requirement] : [],
    ),
  ),
)

test('every requirement id is found in full in the suites', () => {
  expect(ids.size).toBeGreaterThan(500)
  expect([...ids].filter(id => !text.includes(`'${id}'`))).toEqual([])
})
