/** A third contract in a folder of the user: the same commands judge it, without changes to Assay. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Report } from '../../generated/formats.ts'
import { judgeAgain, readEvidence } from '../../harness/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const example = fileURLToPath(new URL('../../examples/own-contract', import.meta.url))
const folder = freshFolder()
/** If the tests run the built code, the example imports the same library; if they run sources, a copy imports those. */
const isBuilt = process.env['ASSAY_CODE']?.endsWith('dist') ?? false
const contract = join(isBuilt ? example : folder, 'contract')
if (!isBuilt) {
  cpSync(join(example, 'contract'), contract, { recursive: true })
  const library = fileURLToPath(new URL('../../cli/library.ts', import.meta.url))
  const books = readFileSync(join(contract, 'books.mjs'), 'utf8').replace("'assay'", `'${library}'`)
  writeFileSync(join(contract, 'books.mjs'), books)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let server: ChildProcess | null = null
afterEach(() => {
  server?.kill()
  server = null
})

async function serve(...words: string[]): Promise<void> {
  server = spawn(process.execPath, [join(example, 'server.mjs'), ...words], { env: { ...process.env, PORT: '0' } })
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  process.env['LIBRARY'] = line.toString().trim()
}

async function judged(...words: string[]): Promise<{ status: number; report: Report; out: string }> {
  const out = join(folder, 'report')
  const target = ['--target', join(example, 'target.yaml'), '--suites', contract, '--out', out]
  const { status } = await assayWith(['run', ...target, ...words])
  return { status, report: JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')), out }
}

const verdicts = ({ requirements }: Report, verdict: string): string[] =>
  requirements.filter(one => one.verdict === verdict).map(({ id }) => id)

describe('the example contract', () => {
  test('is satisfied by its server', async () => {
    await serve()
    const { status, report, out } = await judged()
    expect(verdicts(report, 'pass')).toHaveLength(8)
    expect(report.requirements).toHaveLength(8)
    expect(report.summary.outcome).toBe('conformant')
    expect(report.target).toMatchObject({ name: 'library', apis: { library: { baseUrl: process.env['LIBRARY'] } } })
    expect(report.areas).toEqual({ 'library.books': 'Books' })
    expect(report.coverage['operations']).toMatchObject({ covered: 3, of: 3 })
    expect(status).toBe(0)
    expect(judgeAgain(readEvidence(out)).disagreements).toEqual([])
    expect(readFileSync(join(out, 'exchanges.ndjson'), 'utf8')).not.toContain('Bearer reader')
  })

  test.each([
    ['author-ignored', 'library.books.by-author'],
    ['title-optional', 'library.books.title-required'],
  ])('is violated by the fault %s', async (fault, requirement) => {
    await serve('--fault', fault)
    const { status, report } = await judged()
    expect(verdicts(report, 'fail')).toEqual([requirement])
    expect(report.requirements.find(({ id }) => id === requirement)?.repeat).toContain(`--suites ${contract}`)
    expect(status).toBe(1)
  })

  test('is listed, explained, planned and reported', async () => {
    await serve()
    expect((await assayWith(['list', '--suites', contract])).out).toContain('library.books.unknown')
    const explained = await assayWith(['explain', 'library.books.unknown', '--suites', contract, '--json'])
    expect(JSON.parse(explained.out)).toMatchObject({ kind: 'requirement', checks: ['library.books.unknown'] })
    const target = ['--target', join(example, 'target.yaml'), '--suites', contract]
    const plan = await assayWith(['run', ...target, '--dry-run', '--json'])
    expect(JSON.parse(plan.out)['judged']).toHaveLength(8)
    const { out } = await judged('--only', 'library.books.unknown')
    const { status } = await assayWith(['report', out])
    expect(status).toBe(0)
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('library.books.unknown')
    const nowhere = join(folder, 'nowhere')
    expect(await assayWith(['report', out, '--suites', nowhere])).toMatchObject({
      status: 2,
      err: `assay: ${nowhere}: there is no such folder\n`,
    })
  })
})

test('a target that does not answer is examined with the same suites', async () => {
  process.env['LIBRARY'] = 'http://127.0.0.1:9'
  const target = ['--target', join(example, 'target.yaml')]
  const { status, err } = await assayWith(['run', ...target, '--suites', contract, '--out', join(folder, 'silent')])
  expect(err).toContain(`Next: npx --no-install assay doctor ${target.join(' ')} --suites ${contract}\n`)
  expect(status).toBe(3)
})

test.each(['run', 'doctor'])('%s without its suites names the option', async command => {
  process.env['LIBRARY'] = 'http://127.0.0.1:9'
  expect(await assayWith([command, '--target', join(example, 'target.yaml')])).toEqual({
    status: 2,
    out: '',
    err: 'assay: nothing to judge: the target file has no trading and no messaging API; for apis.library, name the folder of its suites with --suites\n',
  })
})

test('its shards are merged, and one that is missing is named', async () => {
  await serve()
  const target = ['--target', join(example, 'target.yaml'), '--suites', contract]
  const shards: string[] = []
  for (const name of ['1/2', '2/2', 'last/2']) {
    shards.push(join(folder, `shard-${name.replace('/', '-')}`))
    await assayWith(['run', ...target, '--shard', name, '--out', shards.at(-1) ?? ''])
  }
  const out = join(folder, 'merged')
  const merged = await assayWith(['merge', ...shards, '--out', out, '--suites', contract])
  expect(merged.status).toBe(0)
  expect(merged.out).toContain('8 pass, 0 fail')
  const partial = await assayWith(['merge', ...shards.slice(1), '--out', out, '--suites', contract])
  expect(partial.status).toBe(3)
  expect(partial.err).toContain('shard 1/2 is missing')
  const unknown = await assayWith(['merge', ...shards, '--out', out])
  expect(unknown).toMatchObject({ status: 2, err: expect.stringContaining('name the folder of its contract') })
})

test('shards made with other versions of its files cannot be merged', async () => {
  await serve()
  const own = join(folder, 'versions')
  cpSync(contract, own, { recursive: true })
  const edit = (file: string, from: string | RegExp, to: string): void =>
    writeFileSync(join(own, file), readFileSync(join(own, file), 'utf8').replaceAll(from, to))
  // Predicates of one process have different names.
  edit('books.mjs', "'library.only-of'", "'library.only-of-again'")
  edit('books.mjs', "'assay'", `'${join(process.env['ASSAY_CODE'] ?? '', 'cli', 'library.js')}'`)
  const shard = async (name: string, out: string): Promise<string> => {
    const words = ['--target', join(example, 'target.yaml'), '--suites', own, '--shard', name]
    await assayWith(['run', ...words, '--out', join(folder, out), '--no-page'])
    return join(folder, out)
  }
  const first = await shard('1/2', 'first-version')
  edit('books.mjs', /^/g, '// changed\n')
  const ofModule = await shard('2/2', 'other-module')
  edit('books.mjs', /^\/\/ changed\n/g, '')
  edit('openapi.yaml', 'title: Library', 'title: Other library')
  const ofDocument = await shard('2/2', 'other-document')
  edit('openapi.yaml', 'title: Other library', 'title: Library')
  const same = await shard('2/2', 'same-version')
  const merged = async (other: string) =>
    assayWith(['merge', first, other, '--out', join(folder, 'versions-merged'), '--suites', own])
  const refusal = { status: 2, err: expect.stringContaining('are shards of different runs') }
  expect(await merged(ofModule)).toMatchObject(refusal)
  expect(await merged(ofDocument)).toMatchObject(refusal)
  expect((await merged(same)).err).not.toContain('different runs')
})

describe("a mistake in a contract of one's own", () => {
  const wrong = (file: string, from: string, to: string): string => {
    const dir = join(folder, `wrong-${to.length}`)
    cpSync(contract, dir, { recursive: true })
    writeFileSync(join(dir, file), readFileSync(join(dir, file), 'utf8').replace(from, to))
    return dir
  }
  test.each([
    ['a field that no reply has', 'catalogue.yaml', 'Book/title', 'Book/subtitle', 'Book/subtitle is not a field'],
    [
      'a parameter that does not exist',
      'catalogue.yaml',
      'listBooks/author',
      'listBooks/by',
      'listBooks/by is not a parameter',
    ],
    ['a built-in API', 'catalogue.yaml', 'api: library', 'api: trading', 'api is not one lower-case word of your own'],
    ['no OpenAPI document', 'openapi.yaml', 'openapi: 3.1.0', 'nothing: [', 'openapi.yaml'],
  ])('%s is a configuration error', async (_name, file, from, to, sentence) => {
    const { status, err } = await assayWith(['list', '--suites', wrong(file, from, to)])
    expect(err).toContain(sentence)
    expect(status).toBe(2)
  })
})
