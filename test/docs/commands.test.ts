/** Every command that the documents show is run, in the order of its page, or stands here with the reason why not. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { reader } from './reader.ts'
import { isForm, pages, type Shown, shownOn } from './shown-commands.ts'

/** What cannot run here, or runs elsewhere. */
const notHere: readonly (readonly [RegExp, because: string])[] = [
  [/^npm ci$/, 'it installs from the network; test/package installs the packed package'],
  [
    /^npm (test|run (check|format|generate|conformance|bench|typecheck|freeze.*))$/,
    'it is what these tests are run by, or a step of .ci/run',
  ],
  [/^kubectl /, 'it needs a cluster; test/cli/ci-examples.test.ts reads the files'],
  [/python3 /, 'test/examples.test.ts starts it, where there is Python'],
  [/ self-check/, 'it takes minutes; .ci/run runs it whole, and test/cli/self-check.test.ts its parts'],
  [/^node bench\/exact\.mjs|faulty\.yaml/, 'a fault served over a socket; test/cli/exact-proof.test.ts does the same'],
  [/^node bench\/judge-again\.mjs/, 'it takes minutes; test/cli/judge-again.test.ts does it for some faults'],
  [/^node bench\/seeds\.mjs/, 'it takes minutes; test/suites/generated.test.ts tries some variants with other seeds'],
  [
    /own-contract\/(server|target)|^node server\.mjs|^export LIBRARY/,
    'it needs the server of the example; test/cli/own-contract.test.ts starts it and runs the same commands',
  ],
  [/^npx vitest run --project conformance$/, 'README.md has it with a target, and test/package without one'],
  [/ --allure$/, 'test/browser opens what it makes'],
  [/assay (judge|proxy) /, 'it needs a capture, or clients; test/traffic has both'],
]

const folder = freshFolder()
const finished = join(folder, 'finished')
let served: ServedReference
const before = { ...process.env }

beforeAll(async () => {
  served = await serveReference()
  const target = join(folder, 'reference.json')
  writeFileSync(target, JSON.stringify(served.reference.targetFile(served.origin)))
  const scope = ['--only', 'trading.ping.*', '--only', 'messaging.user-groups.name-*']
  const { status } = await assayWith(['run', '--target', target, ...scope, '--out', finished])
  expect(status).toBe(0)
})

afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

const isElsewhere = ({ command }: Shown): boolean => notHere.some(([pattern]) => pattern.test(command))
const toFollow = (page: string): Shown[] =>
  shownOn(page).filter(shown => !(shown.inline && isForm(shown.command)) && !isElsewhere(shown))

describe.each(pages.filter(page => toFollow(page).length > 0))('%s', page => {
  test('each command does what the page says', async () => {
    const somebody = reader(join(folder, page.replaceAll(/\W/g, '-')), served, finished)
    try {
      const ended: { command: string; status: number; err: string }[] = []
      for (const shown of toFollow(page)) {
        const { status, out, err } = await somebody.follow(shown)
        const due = Number(/exit status (\d)/.exec(shown.comment)?.[1] ?? 0)
        if (status !== due) ended.push({ command: shown.command, status, err: `${out.slice(-600)}${err.slice(-600)}` })
      }
      expect(ended).toEqual([])
    } finally {
      await somebody.leave()
    }
  })
})

test('the documents show some commands, and the list of what does not run here has no idle entry', () => {
  const all = pages.flatMap(shownOn)
  expect(all.length).toBeGreaterThan(60)
  const idle = notHere.filter(([pattern]) => !all.some(({ command }) => pattern.test(command)))
  expect(idle.map(([pattern]) => String(pattern))).toEqual([])
})

/** What a command and its options are called, in the documents and in the examples of the help. */
describe('every word of a command is one that it knows', () => {
  const named = new Map<string, string[]>()
  const note = (text: string): void => {
    for (const [, command = '', rest = ''] of text.matchAll(/\bassay ([a-z-]+)\b([^`\n]*)/g))
      named.set(command, [...(named.get(command) ?? []), rest])
  }

  test('in documents and help', async () => {
    const help = (await assayWith(['--help'])).out
    const commands = [...help.matchAll(/^ {2}([a-z-]+) /gm)]
      .map(([, name = '']) => name)
      .filter(name => name !== 'help')
    for (const { command } of pages.flatMap(shownOn)) note(command)
    for (const command of commands) note((await assayWith([command, '--help'])).out.split('Example')[1] ?? '')
    const wrong: string[] = []
    for (const [command, rests] of named) {
      if (!commands.includes(command)) wrong.push(`assay ${command}`)
      const { out } = await assayWith([command, '--help'])
      for (const [option] of rests.join(' ').matchAll(/(?<=\s)--?[a-z][a-z-]*/g))
        if (!out.includes(`${option} `) && !out.includes(`${option}\n`) && option !== '--print-target')
          wrong.push(`assay ${command} ${option}`)
    }
    expect([...new Set(wrong)]).toEqual([])
  })
})
