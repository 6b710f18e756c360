/** The commands of the guide for QA, in its order, against a served reference. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const guide = readFileSync(new URL('../../docs/guides/qa.md', import.meta.url), 'utf8')
const shown = [...guide.matchAll(/^npx assay (.+?)(?: +#.*)?$/gm)].map(([, words = '']) => words.trim())

const folder = freshFolder()
let served: ServedReference
beforeAll(async () => {
  served = await serveReference()
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The same command here: in a folder of its own, at the reference, and quick. */
function here(words: string): string[] {
  const [command = '', ...rest] = words.split(' ')
  const moved = rest.map(word =>
    word === 'target.yaml' ? join(folder, word) : word.replace('https://chat.acme.example', `${served.origin}/chat`),
  )
  if (command === 'run') return [command, ...moved, '--budget', 'quick', '--out', join(folder, 'assay-report')]
  return command === 'init' ? [command, ...moved, '--dir', folder] : [command, ...moved]
}

test('the guide shows the way from nothing to a run that writes', () => {
  expect(shown.map(words => words.split(' ')[0])).toEqual([
    'run',
    'init',
    'init',
    'doctor',
    'run',
    'run',
    'doctor',
    'run',
  ])
})

test('each of its commands does what it says', async () => {
  for (const words of shown.filter(one => one !== 'init')) {
    const { status, err } = await assayWith(here(words))
    expect({ words, status, err: status === 2 ? err : '' }).toEqual({ words, status: 0, err: '' })
  }
})
