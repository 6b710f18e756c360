/** Runs every command in the documents, in the order of its page; to-follow.ts lists the exceptions with their reasons. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { reader } from './reader.ts'
import { pages, shownOn } from './shown-commands.ts'
import { differences, notHere, packedPages, toFollow } from './to-follow.ts'

const folder = freshFolder()
const finished = join(folder, 'finished')
let served: ServedReference
const before = { ...process.env }

beforeAll(async () => {
  served = await serveReference()
  const target = join(folder, 'reference.json')
  writeFileSync(target, JSON.stringify(served.reference.targetFile(served.origin)))
  const scope = ['--only', 'trading.ping.*', '--only', 'messaging.user-groups.name-*', '--budget', 'quick']
  const { status } = await assayWith(['run', '--target', target, ...scope, '--out', finished])
  expect(status).toBe(0)
})

afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(pages.filter(page => !packedPages.includes(page) && toFollow(page).length > 0))('%s', page => {
  test('each command does what the page says', async () => {
    const somebody = reader(join(folder, page.replaceAll(/\W/g, '-')), served, finished)
    expect(await differences(page, somebody)).toEqual([])
  })
})

test('the documents contain commands, and each exception in the list applies to one of them', () => {
  const all = pages.flatMap(shownOn)
  expect(all.length).toBeGreaterThan(60)
  const idle = notHere.filter(([pattern]) => !all.some(({ command }) => pattern.test(command)))
  expect(idle.map(([pattern]) => String(pattern))).toEqual([])
})

/** Names of commands and options, in the documents and in the examples of the help. */
describe('commands and options exist', () => {
  const named = new Map<string, string[]>()
  const note = (text: string): void => {
    for (const [, command = '', rest = ''] of text.matchAll(/\bassay ([a-z-]+)\b([^`\n]*)/g))
      named.set(command, [...(named.get(command) ?? []), rest])
  }

  test('in the documents and in the help', async () => {
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
        if (
          !out.includes(`${option} `) &&
          !out.includes(`${option}\n`) &&
          !['--print-target', '--no-install'].includes(option)
        )
          wrong.push(`assay ${command} ${option}`)
    }
    expect([...new Set(wrong)]).toEqual([])
  })
})
