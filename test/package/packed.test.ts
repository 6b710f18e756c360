/** The package as a user gets it: packed, installed into an empty project, used as a command and as a library. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { assay as sourceAssay } from '../../cli/assay.ts'
import type { Report } from '../../generated/formats.ts'
import { validTarget } from '../../harness/index.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { reader } from '../docs/reader.ts'
import { differences, packedPages } from '../docs/to-follow.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'assay-packed-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

function runs(command: string, words: readonly string[], folder = project, seconds = 55): Promise<Ended> {
  return new Promise(settle => {
    const options = { cwd: folder, timeout: seconds * 1000, maxBuffer: 1 << 26, env: { ...process.env, NO_COLOR: '1' } }
    execFile(command, words, options, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      settle({ status, out, err: error?.killed ? `${err}\nIt took longer than ${seconds} s.` : err })
    })
  })
}

async function must(sentence: string, ended: Promise<Ended>): Promise<Ended> {
  const { status, out, err } = await ended
  if (status !== 0) throw new Error(`${sentence}\n${out.slice(-1500)}\n${err.slice(-1500)}`)
  return { status, out, err }
}

const assay = (...words: string[]): Promise<Ended> => runs(join('node_modules', '.bin', 'assay'), words)
const write = (name: string, text: string): void => writeFileSync(join(project, name), text)

let released: Ended
beforeAll(async () => {
  const built = ['main.js', 'library.js'].every(name => existsSync(join(root, 'dist', 'cli', name)))
  if (!built) await must('The package cannot be built.', runs('npm', ['run', 'build'], root, 110))
  released = await must('The release script fails.', runs('node', ['scripts/release.mjs', '--built'], root))
  const tarball = readdirSync(join(root, 'release')).find(name => name.endsWith('.tgz')) ?? ''
  cpSync(join(root, 'release', tarball), join(project, tarball))
  write('package.json', JSON.stringify({ name: 'somebody', private: true, type: 'module' }))
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await must(
    'The packed package cannot be installed: is there a registry, or a cache that holds its dependencies?',
    runs('npm', ['install', ...flags, `./${tarball}`]),
  )
})

describe('the command', () => {
  test('judges the embedded reference', async () => {
    const { status, out } = await runs('npx', ['--no-install', 'assay', 'run', '--only', 'trading.ping.*'])
    expect(out).toContain('CONFORMANT')
    expect(status).toBe(0)
    const report = JSON.parse(readFileSync(join(project, 'assay-report', 'report.json'), 'utf8')) as Report
    expect(report.summary.counts).toMatchObject({ pass: 1, fail: 0 })
  })

  test("runs a vendor's own suites beside ours", async () => {
    cpSync(join(project, 'node_modules', 'assay', 'examples', 'own-suites'), join(project, 'own'), { recursive: true })
    const words = ['--suites', 'own', '--only', 'acme.*', '--only', 'trading.ping.*', '--out', 'own-report']
    const { status, out, err } = await assay('run', ...words)
    expect(err).not.toContain('assay:')
    expect(out).toContain('CONFORMANT')
    expect(status).toBe(0)
    const report = JSON.parse(readFileSync(join(project, 'own-report', 'report.json'), 'utf8')) as Report
    expect(Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))).toEqual({
      'trading.ping.pong': 'pass',
      'acme.promises.quick-ping': 'pass',
      'acme.promises.no-cookies': 'pass',
    })
  })
})

test("a contract of one's own is judged by the same command", async () => {
  cpSync(join(project, 'node_modules', 'assay', 'examples', 'own-contract'), join(project, 'library'), {
    recursive: true,
  })
  const verdicts: Record<string, string[]> = {}
  for (const fault of ['none', 'author-ignored', 'title-optional']) {
    const env = { ...process.env, PORT: '0' }
    const server = spawn(process.execPath, [join(project, 'library', 'server.mjs'), '--fault', fault], { env })
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer]
      process.env['LIBRARY'] = line.toString().trim()
      const words = ['--target', 'library/target.yaml', '--suites', 'library/contract', '--out', `library-${fault}`]
      const { err } = await assay('run', ...words)
      expect(err).not.toContain('assay:')
    } finally {
      server.kill()
    }
    const report = JSON.parse(readFileSync(join(project, `library-${fault}`, 'report.json'), 'utf8')) as Report
    expect(report.requirements).toHaveLength(8)
    verdicts[fault] = report.requirements.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
  }
  expect(verdicts).toEqual({
    none: [],
    'author-ignored': ['library.books.by-author'],
    'title-optional': ['library.books.title-required'],
  })
})

describe('a page followed word by word from the packed package', () => {
  let served: ServedReference
  let command: typeof sourceAssay
  const before = { ...process.env }
  const finished = join(project, 'finished')
  beforeAll(async () => {
    served = await serveReference()
    const built = pathToFileURL(join(project, 'node_modules', 'assay', 'dist', 'cli', 'assay.js')).href
    command = ((await import(built)) as { assay: typeof sourceAssay }).assay
    const scope = ['--only', 'trading.ping.*', '--only', 'messaging.user-groups.name-*']
    expect(await command(['run', ...scope, '--out', finished], fakeIo())).toBe(0)
  })
  afterAll(async () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    await served.close()
  })

  test.each(packedPages)('%s', async page => {
    const somebody = reader(join(project, page.replaceAll(/\W/g, '-')), served, finished, command)
    expect(await differences(page, somebody)).toEqual([])
  })
})

test("a vendor's way: a key, a statement, a signed bundle that verifies, and a forged one that does not", async () => {
  const served = await serveReference({})
  try {
    write('certified.json', JSON.stringify(served.reference.targetFile(served.origin)))
    await must('No key.', assay('keygen', '--out', 'keys'))
    await must('No statement.', assay('init', '--statement'))
    const filled = readFileSync(join(project, 'statement.yaml'), 'utf8').replace(
      'profile: everything',
      'profile: trading-signed',
    )
    write('statement.yaml', filled)
    const words = [
      '--target',
      'certified.json',
      '--statement',
      'statement.yaml',
      '--key',
      'keys/assay.key',
      '--out',
      'bundle',
    ]
    const { out } = await must('Not certified.', assay('certify', ...words))
    expect(out).toMatch(/Certified until 20\d\d-\d\d-\d\d by key [0-9a-f]{16}: bundle/)
    const told = await must('It does not verify.', assay('verify', 'bundle', '--key', 'keys/assay.pub', '--json'))
    expect(JSON.parse(told.out)).toMatchObject({ verified: true, trust: 'self-tested' })
    const file = join('bundle', 'report.json')
    write(file, readFileSync(join(project, file), 'utf8').replace('"verdict": "pass"', '"verdict": "warn"'))
    const forged = await assay('verify', 'bundle', '--key', 'keys/assay.pub')
    expect(forged).toMatchObject({ status: 1, out: expect.stringContaining('report.json is not what was signed') })
  } finally {
    await served.close()
  }
})

test('a release is a tarball, its checksums, an SBOM and notes', () => {
  expect(released.out.split('\n').filter(Boolean)).toEqual([
    'release/NOTES.md',
    'release/SHA256SUMS',
    expect.stringMatching(/^release\/assay-.*\.cdx\.json$/),
    expect.stringMatching(/^release\/assay-.*\.tgz$/),
  ])
  const sbom = readdirSync(join(root, 'release')).find(name => name.endsWith('.cdx.json')) ?? ''
  const { components } = JSON.parse(readFileSync(join(root, 'release', sbom), 'utf8')) as {
    components: { name: string }[]
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(components.map(({ name }) => name)).not.toContain('vitest')
  const sums = readFileSync(join(root, 'release', 'SHA256SUMS'), 'utf8')
  for (const line of sums.trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(root, 'release', name)))
        .digest('hex'),
    ).toBe(sum)
  }
})

describe('vitest', () => {
  const modules = join(project, 'node_modules')

  test('does not come along', () => {
    for (const name of ['vitest', 'vite', 'rollup', 'esbuild', 'typescript', 'allure'])
      expect([name, existsSync(join(modules, name))]).toEqual([name, false])
  })

  test('where Allure is asked for without it, one sentence says what to install', async () => {
    const { status, err } = await assay('report', 'assay-report', '--allure')
    expect(err).toMatch(/^assay: --allure needs Allure and vitest beside assay: npm install .+\n$/)
    expect(status).toBe(2)
  })

  test('installed beside Assay, runs the project `conformance`', async () => {
    symlinkSync(join(root, 'node_modules', 'vitest'), join(modules, 'vitest'))
    write(
      'vitest.config.mjs',
      `import { conformance } from 'assay/vitest'
       export default { test: { projects: [conformance] } }`,
    )
    const words = [join(modules, 'vitest', 'vitest.mjs'), 'run', '--project', 'conformance']
    const { out } = await must(
      'The project does not run.',
      runs('env', ['ASSAY_ONLY=trading.ping.*', process.execPath, ...words]),
    )
    expect(out).toMatch(/Tests +1 passed/)
  })
})

/** Further versions of Node: those that ASSAY_NODES names (paths, separated by commas), or that stand on the PATH. */
const nodes: readonly (readonly [string, string])[] = [
  process.execPath,
  ...(process.env['ASSAY_NODES'] ?? 'node20,node22,node24').split(',').map(name => name.trim()),
].flatMap(command => {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  return status === 0 ? [[stdout.trim(), command] as const] : []
})

describe.each(nodes)('on Node %s', (version, node) => {
  const command = (...words: string[]): Promise<Ended> =>
    runs(node, [join('node_modules', 'assay', 'dist', 'cli', 'main.js'), ...words])

  test('from an empty folder to a run: init, doctor, run, report, library', async () => {
    const { origin, reference, close } = await serveReference()
    try {
      const { messaging } = validTarget(reference.targetFile(origin))
      const dir = `on-${version}`
      const file = join(dir, 'target.yaml')
      const words = ['--yes', '--messaging-url', messaging?.baseUrl ?? '', '--feature-level', '500', '--dir', dir]
      await must('init fails.', command('init', ...words))
      await must('doctor fails.', command('doctor', '--target', file))
      const scope = ['--only', 'messaging.envelope.one-of-two', '--out', join(dir, 'report')]
      const { out } = await must('run fails.', command('run', '--target', file, ...scope))
      expect(out).toContain('1 pass, 0 fail')
      await must('report fails.', command('report', join(dir, 'report')))
      expect(existsSync(join(project, dir, 'report', 'report.html'))).toBe(true)
      write(
        'on-node.mjs',
        `import { judge, sign } from 'assay'
         const { summary } = await judge(undefined, { only: ['trading.ping.*'] })
         console.log(process.version, summary.outcome, sign('a=1', 's').length)`,
      )
      const said = await must('The library cannot be used.', runs(node, ['on-node.mjs']))
      expect(said.out).toBe(`${version} conformant 64\n`)
    } finally {
      await close()
    }
  })
})

describe('the library', () => {
  test('judges, loads target files and signs', async () => {
    write('target.yaml', 'name: nowhere\ntrading: { baseUrl: "http://127.0.0.1:1/v1" }\n')
    write(
      'use.mjs',
      `import { judge, loadTarget, readEvidence, judgeAgain, sign } from 'assay'
       const report = await judge(undefined, { only: ['trading.ping.*'], out: 'library' })
       const { disagreements } = judgeAgain(readEvidence('library'))
       const lost = await judge(loadTarget('target.yaml'), { only: ['trading.ping.*'] })
       const said = { outcome: report.summary.outcome, disagreements, lost: lost.summary.outcome, signed: sign('a=1', 's') }
       console.log(JSON.stringify(said))`,
    )
    const { out } = await must('The library cannot be used.', runs(process.execPath, ['use.mjs']))
    expect(JSON.parse(out)).toMatchObject({ outcome: 'conformant', disagreements: [], lost: 'invalid' })
    expect(JSON.parse(out)['signed']).toMatch(/^[0-9a-f]{64}$/)
  })

  test('comes with types', async () => {
    write(
      'use.ts',
      `import { area, judge, loadTarget, type Report, sign, type Target } from 'assay'
       const target: Target = loadTarget('target.yaml')
       const report: Report = await judge(target, { only: ['trading.*'], allow: ['write'] })
       export const shown: [number, string] = [report.summary.counts.pass, sign('a=1', 's')]
       export default area('acme.x', ({ check }) => [
         check('y', 'A sentence', async ({ venue, claim }) => void claim(await venue.ping()).has('/result', {})),
       ])
       // @ts-expect-error there is no such option
       await judge(target, { onyl: [] })`,
    )
    const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
    const lib = ['--lib', 'es2023', '--skipDefaultLibCheck']
    const types = ['--typeRoots', join(root, 'node_modules', '@types')]
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    await must('The types do not fit.', runs(process.execPath, [tsc, ...words, ...lib, ...types, 'use.ts']))
  })
})
