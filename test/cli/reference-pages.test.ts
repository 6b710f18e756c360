/** The reference pages of the documentation agree with the kit. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { fakeIo } from './fake-io.ts'

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')

const printed = async (...words: readonly string[]): Promise<string> => {
  const io = fakeIo()
  await assay(words, io)
  return io.written.out
}

describe('the reference pages', () => {
  it.each(['requirements', 'open-points'])('agree with the kit about %s', async kind => {
    expect(page(kind), `npx assay list ${kind} --markdown > docs/${kind}.md`).toBe(
      await printed('list', kind, '--markdown'),
    )
  })

  it('name every command with every option', async () => {
    const commands = [...(await printed('--help')).matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(
      ([, name]) => name ?? '',
    )
    expect(commands.length).toBeGreaterThan(10)
    const sections = page('commands').split(/^## /m)
    const unsaid: string[] = []
    for (const command of commands) {
      const section = sections.find(one => new RegExp(`^assay ${command}\\b`).test(one)) ?? ''
      const options = [...(await printed(command, '--help')).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)]
      for (const [, option = ''] of options)
        if (option !== '--help' && !section.includes(option)) unsaid.push(`assay ${command} ${option}`)
    }
    expect(unsaid).toEqual([])
  })
})
