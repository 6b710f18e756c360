/** The folder of a run: one run at a time, no half-written files, and commands that read a finished run validate it first. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { unwritable } from '../../cli/out/out-folder.ts'
import { assayWith, freshFolder } from './fake-io.ts'

interface Changed {
  requirements: object[] | number
  summary: object
  schema: string
}
const first = ({ requirements }: Changed): object => (Array.isArray(requirements) ? (requirements[0] ?? {}) : {})

const run = (out: string) => assayWith(['run', '--only', 'trading.ping.*', '--out', out, '--no-page'])

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

describe('the standard output', () => {
  it.runIf(existsSync('/dev/full'))('cannot be written: one sentence, status 2', () => {
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', '"$0" "$1" list profiles > /dev/full', process.execPath, main],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('assay: the standard output cannot be written (ENOSPC)\n')
    expect(status).toBe(2)
  })

  it('is closed by its reader: the exit status stays the same', () => {
    const line = '{ "$0" "$1" list nothing; echo $? >&3; } 3>&2 2>&1 | true'
    const { stderr } = spawnSync('/bin/sh', ['-c', line, process.execPath, main], { encoding: 'utf8' })
    expect(stderr.trim()).toBe('2')
  })
})

it('does not judge the standard input into the folder that it comes from', () => {
  const out = freshFolder()
  const traffic = join(out, 'exchanges.ndjson')
  writeFileSync(traffic, '{}\n')
  const line = '"$0" "$1" judge - --out "$2" < "$2/exchanges.ndjson"'
  const { status, stderr } = spawnSync('/bin/sh', ['-c', line, process.execPath, main, out], { encoding: 'utf8' })
  expect(stderr).toMatch(/^assay: --out \S+ would overwrite the standard input, which is to be judged; [^\n]+\n$/)
  expect(status).toBe(2)
  expect(readFileSync(traffic, 'utf8')).toBe('{}\n')
})

describe('the output folder', () => {
  it('is locked by one run at a time, and released afterwards', async () => {
    const out = freshFolder()
    writeFileSync(join(out, 'assay.lock'), JSON.stringify({ pid: 1, host: hostname(), since: 'now' }))
    const second = await run(out)
    expect(second.status).toBe(2)
    expect(second.err).toMatch(/^assay: .* is in use by another run \(process 1 on .*, since now\)/)
    writeFileSync(join(out, 'assay.lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: 'now' }))
    expect((await run(out)).status).toBe(0)
    expect(existsSync(join(out, 'assay.lock'))).toBe(false)
  })

  it.each<[string, (out: string) => string, RegExp]>([
    [
      'below a file',
      out => {
        writeFileSync(join(out, 'f'), '')
        return join(out, 'f', 'x')
      },
      /not a folder/,
    ],
    ['in /proc', () => '/proc/assay/x', /cannot be made there|may not write/],
    ['in /dev/null', () => '/dev/null/x', /not a folder/],
    [
      'with a link in the way',
      out => {
        symlinkSync('/etc/hostname', join(out, 'exchanges.ndjson'))
        return out
      },
      /exchanges\.ndjson is a link/,
    ],
    [
      'with a pipe in the way',
      out => {
        execFileSync('mkfifo', [join(out, 'claims.ndjson')])
        return out
      },
      /claims\.ndjson is not an ordinary file/,
    ],
    [
      'with a folder in the way',
      out => {
        mkdirSync(join(out, 'report.json'))
        return out
      },
      /report\.json is not an ordinary file/,
    ],
  ])('%s is refused in one sentence', async (_what, make, sentence) => {
    const { status, err } = await run(make(freshFolder()))
    expect(status).toBe(2)
    expect(err).toMatch(/^assay: [^\n]+\n$/)
    expect(err).toMatch(sentence)
  })

  it('on a full disk ends the run with one sentence, and leaves nothing that looks complete', () => {
    const out = freshFolder()
    const words = [
      process.execPath,
      main,
      'run',
      '--only',
      'trading.coins.*',
      '--no-page',
      '--reporter',
      'none',
      '--out',
      out,
    ]
    const ended = spawnSync('bash', ['-c', `ulimit -f 100; exec "$@"`, 'bash', ...words], { encoding: 'utf8' })
    expect(ended.status).toBe(2)
    expect(ended.stderr).toMatch(/^assay: [^\n]+ cannot be written \(EFBIG[^\n]+\n$/)
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).run).toMatchObject({ unfinished: true })
    expect(readdirSync(out).filter(name => /part|lock|html/.test(name))).toEqual([])
  })

  it('on a full disk leaves no part of a pair of keys', () => {
    const out = freshFolder()
    const words = [process.execPath, main, 'keygen', '--out', out]
    const ended = spawnSync('bash', ['-c', `ulimit -f 0; exec "$@"`, 'bash', ...words], { encoding: 'utf8' })
    expect(ended.status).toBe(2)
    expect(ended.stderr).toMatch(/^assay: [^\n]+ cannot be written \(EFBIG[^\n]+\n$/)
    expect(readdirSync(out)).toEqual([])
  })

  it('that holds only a link in place of the public key gets no private key either', async () => {
    const out = freshFolder()
    symlinkSync('nowhere', join(out, 'assay.pub'))
    expect((await assayWith(['keygen', '--out', out])).status).toBe(2)
    expect(readdirSync(out)).toEqual(['assay.pub'])
  })

  it.each([
    ['keygen', '--out'],
    ['init', '--yes', '--trading-url', 'http://127.0.0.1:9/v1', '--no-dependency', '--dir'],
    ['init', '--statement', '--dir'],
    ['serve', '--write-target'],
  ])('below a file is reported by %s in the same words as by a run', async (...words) => {
    const out = freshFolder()
    writeFileSync(join(out, 'f'), '')
    const { status, err } = await assayWith([...words, join(out, 'f', 'x')])
    expect(err).toMatch(/cannot be written \(ENOTDIR: something in its path is not a folder\)\n$/)
    expect(status).toBe(2)
  })

  it('is reported with the meaning of each disk error', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'])
      expect(unwritable('x', { code }).message).toMatch(new RegExp(`^x cannot be written \\(${code}: [a-z -]+\\)$`))
  })
})

describe('commands that read a finished run', () => {
  const whole = freshFolder()
  beforeAll(async () => void (await run(whole)))

  const changed = (change: (report: Changed) => void): string => {
    const folder = freshFolder()
    cpSync(whole, folder, { recursive: true })
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    change(report)
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
    return folder
  }
  const commands = (folder: string): string[][] => [
    ['report', folder, '--format', 'junit'],
    ['diff', folder, whole],
    ['baseline', folder],
    ['merge', folder, '--out', freshFolder()],
  ]

  it.each<[string, (report: Changed) => void, number, RegExp]>([
    [
      'a verdict that does not exist',
      report => Object.assign(first(report), { verdict: 'great' }),
      2,
      /is not a valid report: requirements\.0\.verdict has to be one of pass/,
    ],
    ['a number for a list', report => Object.assign(report, { requirements: 3 }), 2, /requirements has to be a list/],
    ['no summary', report => Object.assign(report, { summary: undefined }), 2, /the report lacks "summary"/],
    ['a hostile schema', report => Object.assign(report, { schema: '\u001b[2J' }), 2, /but \\x1b\[2J/],
    [
      'a summary that contradicts',
      report => Object.assign(report.summary, { outcome: 'nonconformant' }),
      1,
      /The summary says nonconformant; its requirements give/,
    ],
    [
      'a verdict that does not follow from its claims',
      report => Object.assign(first(report), { verdict: 'warn' }),
      1,
      /The report says warn for trading\.ping/,
    ],
  ])('report %s', async (_what, change, status, sentence) => {
    for (const words of commands(changed(change))) {
      const came = await assayWith(words)
      expect([words[0], came.status]).toEqual([words[0], status])
      expect(came.err).toMatch(sentence)
      expect(came.err).not.toMatch(/ at .*\.ts:/)
    }
  })

  it('skip lines that are too deep, truncated or of the wrong type, and say so', async () => {
    const folder = freshFolder()
    cpSync(whole, folder, { recursive: true })
    const lines = ['[]', '{"n":"x"}', `{"n":1,"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`, '{"n":', 'null']
    writeFileSync(join(folder, 'exchanges.ndjson'), `${lines.join('\n')}\n`)
    const { status, err } = await assayWith(['report', folder, '--format', 'junit'])
    expect(status).toBe(0)
    expect(err).toContain('5 lines of exchanges.ndjson cannot be read and are left out.')
  })
})
