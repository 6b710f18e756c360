/** The workflow files and the pages about them: they parse, and their commands and options exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { assayWith, freshFolder } from './fake-io.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const inFolder = (folder: string, ending: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter(name => name.endsWith(ending))
        .map(name => `${folder}/${name}`)
    : []
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const workflows = [...inFolder('examples/ci', '.yml'), ...inFolder('examples/ci', '.yaml')]
const pages = [
  ...inFolder('docs/ci', '.md'),
  'docs/guides/ci.md',
  'docs/guides/vendor.md',
  'docs/library.md',
  'docs/own-suites.md',
]

test.each(workflows)('%s is YAML', file => {
  for (const document of parseAllDocuments(read(file))) expect(document.errors).toEqual([])
})

/** `assay COMMAND …` up to the end of the line. */
const commandsIn = (text: string): [command: string, options: string[]][] =>
  [...text.matchAll(/(?:^|[\s"'`])assay ([a-z-]+)((?: [^\n`|#]*)?)/g)]
    .filter(([, , rest = '']) => rest.includes('--'))
    .map(([, command = '', rest = '']) => [command, [...rest.matchAll(/ (--[a-z-]+)/g)].map(([, name = '']) => name)])

test.each([...workflows, 'action.yml', ...pages])('%s uses commands and options that exist', async file => {
  for (const [command, options] of commandsIn(read(file))) {
    const { status, out } = await assayWith([command, '--help'])
    expect(status, `assay ${command}`).toBe(0)
    for (const option of options) expect(out, `assay ${command} ${option}`).toContain(option)
  }
})

const links = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, to = '']) => to)

test.each(pages)('the links of %s lead to existing files', file => {
  for (const link of links(read(file))) {
    expect(existsSync(join(root, file, '..', link)), `${file} links to ${link}`).toBe(true)
  }
})

describe('the action', () => {
  const folder = freshFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const action = parse(read('action.yml')) as {
    inputs: Record<string, { default: string }>
    runs: { steps: { name: string; env?: Record<string, string>; run?: string; uses?: string }[] }
  }

  test('passes inputs only through the environment, so that none can be run as a command', () => {
    for (const { run } of action.runs.steps) expect(run ?? '').not.toContain('${{')
  })

  test('has every option of a run as an input', async () => {
    const { out } = await assayWith(['run', '--help'])
    const options = [...out.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name)
    const others = ['no-page', 'watch', 'open', 'json', 'help']
    for (const option of options.filter(name => !others.includes(name))) {
      expect(Object.keys(action.inputs), option).toContain(option)
      if (option !== 'out')
        expect(action.runs.steps.find(({ name }) => name === 'Judge')?.run).toContain(`--${option} `)
    }
  })

  test('pins the actions that it uses', () => {
    for (const { uses } of action.runs.steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/)
  })

  test('judges, annotates and summarizes', () => {
    const judge = action.runs.steps.find(({ name }) => name === 'Judge')
    const [summary, output, command] = ['summary', 'output', 'assay'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli/main.js')}" "$@"\n`, {
      mode: 0o755,
    })
    const given = Object.entries(judge?.env ?? {}).map(([name, from]) => {
      const input = /inputs\.([a-z-]+)/.exec(from)?.[1] ?? ''
      return [name, String(action.inputs[input]?.default ?? '')]
    })
    const inputs = Object.fromEntries(given) as Record<string, string>
    const more = { ASSAY: command, OUT: join(folder, 'out'), ONLY: 'trading.ping.*\ntrading.time.*' }
    const github = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output }
    const said = execFileSync('bash', ['-e', '-o', 'pipefail', '-c', judge?.run ?? 'exit 9'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...inputs, ...more, ...github },
      encoding: 'utf8',
    })
    expect(said).toContain('::notice')
    expect(readFileSync(output, 'utf8')).toBe('outcome=conformant\ngate=passes\n')
    expect(readFileSync(summary, 'utf8')).toContain('Conformant')
  })
})
