/** `assay report` and `assay diff`, also for runs that were killed. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readRun } from '../../cli/finished/read-run.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const good = join(folder, 'good')

beforeAll(async () => {
  const ended = await assayWith(['run', '--only', 'trading.envelope.*', '--only', 'trading.time.*', '--out', good])
  expect(ended.status).toBe(0)
})

function copy(name: string): string {
  const to = join(folder, name)
  cpSync(good, to, { recursive: true })
  return to
}

/** A copy of the run with one broken claim and the failure that follows from it. */
function broken(name: string): string {
  const to = copy(name)
  const report = JSON.parse(readFileSync(join(to, 'report.json'), 'utf8'))
  const entry = report.requirements.find((one: { id: string }) => one.id === 'trading.envelope.status')
  Object.assign(entry, { verdict: 'fail', expected: 'x', actual: 'y', message: 'Expected x, got y.' })
  report.summary.outcome = 'nonconformant'
  report.summary.counts.pass--
  report.summary.counts.fail++
  const claims = readFileSync(join(to, 'claims.ndjson'), 'utf8').trim().split('\n')
  const claim = claims.map(line => JSON.parse(line)).find(({ requirement }) => requirement === entry.id)
  const other = { ...claim, n: claims.length + 1, outcome: 'broken', expected: 'x', actual: 'y' }
  appendFileSync(join(to, 'claims.ndjson'), `${JSON.stringify(other)}\n`)
  rmSync(join(to, 'report.json'))
  appendFileSync(join(to, 'report.json'), JSON.stringify(report))
  return to
}

describe('assay report', () => {
  test('makes the page by default', async () => {
    const ended = await assayWith(['report', good])
    expect(ended).toMatchObject({ status: 0, out: `${join(good, 'report.html')}\n`, err: '' })
    expect(readFileSync(join(good, 'report.html'), 'utf8')).toContain('<h1>Conformant</h1>')
  })

  test('makes every other format, in the requested folder', async () => {
    const out = join(folder, 'forms')
    const ended = await assayWith([
      'report',
      good,
      '--format',
      'html,junit,markdown,har',
      '--format',
      'ctrf,badge',
      '--out',
      out,
    ])
    expect(ended.status).toBe(0)
    expect(readdirSync(out).sort()).toEqual(
      ['badge.json', 'badge.svg', 'ctrf.json', 'exchanges.har', 'junit.xml', 'report.html', 'summary.md'].sort(),
    )
  })

  test('prints annotations to the standard output, where GitHub reads them', async () => {
    const ended = await assayWith(['report', good, '--format', 'annotations'])
    expect(ended.out).toMatch(/^::notice title=Assay%3A reference::conformant/)
  })

  test.each([
    [['report', join(folder, 'nowhere')], 'nowhere: there is no such folder'],
    [['report', join(good, 'report.json')], 'report.json is not a folder: a run is one'],
    [['report', folder], 'holds no run'],
    [['report', 'x', '--format', 'pdf'], 'Allowed choices are html, junit, markdown, har, ctrf, badge, annotations.'],
    [['report', 'a', 'b'], 'say where by --out DIR'],
    [['report'], 'missing required argument'],
  ])('%j is a usage error', async (argv, said) => {
    const ended = await assayWith(argv)
    expect(ended.status).toBe(2)
    expect(ended.err).toContain(said)
  })

  test('compares several runs side by side', async () => {
    const out = join(folder, 'compared')
    const ended = await assayWith(['report', good, broken('matrix-b'), '--out', out])
    expect(ended).toMatchObject({ status: 0, out: `${join(out, 'matrix.html')}\n` })
    expect(readFileSync(join(out, 'matrix.html'), 'utf8').match(/<tr data-row="differs"/g)).toHaveLength(1)
  })
})

describe('a run that was killed', () => {
  function killed(name: string): string {
    const to = copy(name)
    rmSync(join(to, 'report.json'))
    for (const file of ['claims.ndjson', 'exchanges.ndjson'])
      truncateSync(join(to, file), statSync(join(to, file)).size - 20)
    return to
  }

  test('is read as far as it got, and is never conformant', async () => {
    const to = killed('killed')
    const ended = await assayWith(['report', to, '--format', 'html,ctrf'])
    expect(ended.status).toBe(0)
    expect(ended.err).toContain('There is no report.json, nor what a run writes there as it begins')
    expect(ended.err).toContain('The last line of claims.ndjson is cut off and left out.')
    const page = readFileSync(join(to, 'report.html'), 'utf8')
    expect(page).toContain('<h1>Incomplete</h1>')
    const { tests } = JSON.parse(readFileSync(join(to, 'ctrf.json'), 'utf8')).results
    const verdict = (id: string) => tests.find((one: { name: string }) => one.name.startsWith(`${id}: `)).rawStatus
    expect(verdict('trading.envelope.status')).toBe('pass')
    expect(verdict('messaging.drafts.one-id-each')).toBe('unverified')
  })

  /** A copy of the folder during a run, as `kill -9` would leave it. */
  async function snapshot(argv: readonly string[]): Promise<string> {
    const [out, to] = [join(folder, 'under-way'), freshFolder()]
    const ending = assayWith(['run', ...argv, '--out', out])
    const some = (name: string) => existsSync(join(out, name)) && statSync(join(out, name)).size > 0
    while (!some('report.json') || !some('claims.ndjson')) await new Promise(setImmediate)
    cpSync(out, to, { recursive: true })
    await ending
    return to
  }

  test('still has its target, scope, seed and coverage', async () => {
    const argv = ['--only', 'trading.*', '--feature-level', '300', '--seed', '7', '--budget', 'quick']
    const to = await snapshot(argv)
    expect((await assayWith(['report', to])).err).toContain('The run is still under way (process ')
    rmSync(join(to, 'assay.lock'))
    const ended = await assayWith(['report', to, '--format', 'html,ctrf'])
    expect(ended.status).toBe(0)
    expect(ended.err).toContain('The run was killed before it could write its report')
    const { report } = await readRun(to)
    expect(report.target).toMatchObject({ name: 'reference', messaging: { featureLevel: 300 } })
    expect(report.run).toMatchObject({ seed: 7, budget: 'quick', only: ['trading.*'], unfinished: true })
    expect(report.requirements.every(({ id }) => id.startsWith('trading.'))).toBe(true)
    const { pass, unverified } = report.summary.counts
    expect(Math.min(pass, unverified)).toBeGreaterThan(0)
    expect(report.requirements.find(({ repeat }) => repeat !== null)?.repeat).toContain('--seed 7')
    expect(report.coverage).toMatchObject({ operations: { covered: expect.any(Number) } })
    expect(readFileSync(join(to, 'report.html'), 'utf8')).toContain('<h1>Incomplete</h1>')
  })

  test('is read with claims only, or exchanges only', async () => {
    for (const file of ['claims.ndjson', 'exchanges.ndjson']) {
      const to = killed(`without-${file}`)
      rmSync(join(to, file))
      expect((await assayWith(['report', to])).status).toBe(0)
      expect(existsSync(join(to, 'report.html'))).toBe(true)
    }
  })

  test('loses only a line in the middle that cannot be read', async () => {
    const to = copy('scribbled')
    appendFileSync(join(to, 'claims.ndjson'), 'not json\n{"n":"text"}\n')
    expect((await assayWith(['report', to])).err).toContain('2 lines of claims.ndjson cannot be read')
  })
})

test.each([[['report']], [['diff', good]]])(
  '%j ends with 1 if the exchanges that the report cites are gone',
  async words => {
    const to = copy(`emptied-${words[0]}`)
    writeFileSync(join(to, 'exchanges.ndjson'), '')
    const ended = await assayWith([...words, to])
    expect(ended.err).toMatch(/The report cites exchange \d+ and \d+ others; exchanges\.ndjson does not hold them\.\n/)
    expect(ended.status).toBe(1)
  },
)

test('a report of another format is refused', async () => {
  const to = copy('later')
  rmSync(join(to, 'report.json'))
  appendFileSync(join(to, 'report.json'), '{"schema":"assay-report/9"}')
  const ended = await assayWith(['report', to])
  expect(ended).toMatchObject({ status: 2 })
  expect(ended.err).toContain('is not a report of format assay-report/1 but assay-report/9')
})

describe('assay diff', () => {
  test('of a run with itself succeeds', async () => {
    expect(await assayWith(['diff', good, good])).toMatchObject({
      status: 0,
      out: expect.stringContaining('No verdict changed'),
    })
  })

  test('ends with 1 on a regression, and with 0 the other way round', async () => {
    const bad = broken('diff-b')
    const out = join(folder, 'diff')
    const ended = await assayWith(['diff', good, bad, '--out', out])
    expect(ended.status).toBe(1)
    expect(ended.out).toContain('pass -> fail  trading.envelope.status')
    expect(readFileSync(join(out, 'diff.html'), 'utf8')).toContain('<h1>One regression</h1>')
    expect((await assayWith(['diff', bad, good])).status).toBe(0)
  })

  test('prints JSON', async () => {
    const ended = await assayWith(['diff', good, broken('diff-json'), '--json'])
    expect(JSON.parse(ended.out)).toMatchObject({
      regressions: 1,
      verdicts: [{ before: 'pass', after: 'fail', kind: 'regression' }],
    })
  })

  test.each([
    ['empty', ''],
    ['a page', '<!doctype html>'],
    ['an object with a comma too many', '{"schema":"assay-report/1",}'],
  ])('says of a report.json that is %s that it cannot be read as JSON', async (name, text) => {
    const cut = copy(`no-json-${name.replaceAll(' ', '-')}`)
    writeFileSync(join(cut, 'report.json'), text)
    expect((await assayWith(['diff', good, cut])).err).toMatch(/: report\.json cannot be read as JSON, [^\n]+\n$/)
    expect((await assayWith(['report', cut])).err).toMatch(/: report\.json cannot be read as JSON: the verdicts are/)
  })

  test('does not compare a run whose report.json is cut off', async () => {
    const cut = copy('diff-cut')
    truncateSync(join(cut, 'report.json'), 2000)
    for (const runs of [
      [good, cut],
      [cut, good],
    ]) {
      const ended = await assayWith(['diff', ...runs])
      expect(ended).toMatchObject({ status: 2, out: '' })
      expect(ended.err).toMatch(/^assay: .*diff-cut: report\.json is cut off, [^\n]+\n$/)
    }
  })

  test('needs two runs', async () => {
    expect((await assayWith(['diff', good])).status).toBe(2)
  })
})
