/** The package as users get it: packed, installed into an empty project, used as a command and as a library. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { assay as sourceAssay } from '../../cli/assay.ts'
import type { Report } from '../../generated/formats.ts'
import { kitVersion, validTarget } from '../../harness/index.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { reader } from '../docs/reader.ts'
import { differences, packedPages } from '../docs/to-follow.ts'
import { type Ended, install, must, root, runs } from './linked.ts'

const project = mkdtempSync(join(tmpdir(), 'assay-packed-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

const inProject = (...parts: string[]): string => join(project, ...parts)
const installed = (name: string): string => inProject('node_modules', 'assay', 'dist', 'cli', name)
const write = (name: string, text: string): void => writeFileSync(inProject(name), text)

let released: Ended
let command: typeof sourceAssay

/** Runs the installed command in this process, because starting a process for each call is slow. */
async function assay(...words: string[]): Promise<Ended> {
  const io = fakeIo({ env: process.env })
  return { status: await command(words, io), ...io.written }
}

beforeAll(async () => {
  const isBuilt = ['main.js', 'library.js'].every(name => existsSync(join(root, 'dist', 'cli', name)))
  if (!isBuilt) await must('The package cannot be built.', runs('npm', ['run', 'build'], root))
  released = await must('The release script fails.', runs('node', ['scripts/release.mjs', '--built'], root))
  const tarball = readdirSync(join(root, 'release')).find(name => name.endsWith('.tgz')) ?? ''
  await install(join(root, 'release', tarball), project)
  const built = pathToFileURL(installed('assay.js')).href
  command = ((await import(built)) as { assay: typeof sourceAssay }).assay
})

describe('the command', () => {
  test('judges the embedded reference', async () => {
    const { status, out } = await runs('npx', ['--no-install', 'assay', 'run', '--only', 'trading.ping.*'], project)
    expect(out).toContain('CONFORMANT')
    expect(status).toBe(0)
    expect(existsSync(join(project, 'node_modules', 'assay', 'dist', 'bundle', 'begin.js'))).toBe(true)
    const report = JSON.parse(readFileSync(join(project, 'assay-report', 'report.json'), 'utf8')) as Report
    expect(report.summary.counts).toMatchObject({ pass: 1, fail: 0 })
  })

  test('compiles no schema during a run: the build has compiled them', async () => {
    write(
      'no-compiler.cjs',
      `const Module = require('node:module'), load = Module._load
      Module._load = (name, ...more) => {
        if (name === 'ajv/dist/2020.js') throw new Error('a schema is compiled')
        return load(name, ...more)
      }`,
    )
    const words = ['run', '--only', 'trading.*', '--only', 'messaging.drafts.*', '--budget', 'quick']
    const { status, out } = await runs(
      'node',
      ['-r', inProject('no-compiler.cjs'), installed('main.js'), ...words],
      project,
    )
    expect(out).toContain('CONFORMANT')
    expect(status).toBe(0)
  })

  test("runs a vendor's own suites with the built-in ones", async () => {
    cpSync(join(project, 'node_modules', 'assay', 'examples', 'own-suites'), join(project, 'own'), { recursive: true })
    const scope = ['--only', 'acme.*', '--only', 'trading.ping.*', '--budget', 'quick']
    const words = ['--suites', inProject('own'), ...scope, '--out', inProject('own-report')]
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
      const words = ['--target', inProject('library', 'target.yaml'), '--suites', inProject('library', 'contract')]
      const { err } = await assay('run', ...words, '--out', inProject(`library-${fault}`))
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

describe('a page followed literally with the packed package', () => {
  let served: ServedReference
  const before = { ...process.env }
  const finished = join(project, 'finished')
  beforeAll(async () => {
    served = await serveReference()
    const scope = ['--only', 'trading.ping.*', '--only', 'messaging.user-groups.name-*', '--budget', 'quick']
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

test('certification with the package: key, statement, a bundle that verifies, and a forged one that does not', async () => {
  const served = await serveReference({})
  try {
    write('certified.json', JSON.stringify(served.reference.targetFile(served.origin)))
    const [target, statement, keys, bundle] = ['certified.json', 'statement.yaml', 'keys', 'bundle'].map(name =>
      inProject(name),
    ) as [string, string, string, string]
    await must('No key.', assay('keygen', '--out', keys))
    await must('No statement.', assay('init', '--statement', '--dir', project))
    const filled = readFileSync(statement, 'utf8').replace('profile: everything', 'profile: trading-signed')
    writeFileSync(statement, filled)
    const words = ['--target', target, '--statement', statement, '--key', join(keys, 'assay.key'), '--out', bundle]
    const { out } = await must('Not certified.', assay('certify', ...words))
    expect(out).toMatch(/Certified until 20\d\d-\d\d-\d\d by key [0-9a-f]{16}: \S+bundle/)
    const verify = ['verify', bundle, '--key', join(keys, 'assay.pub')]
    const verification = await must('It does not verify.', assay(...verify, '--json'))
    expect(JSON.parse(verification.out)).toMatchObject({ verified: true, trust: 'self-tested' })
    const file = join(bundle, 'report.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"verdict": "pass"', '"verdict": "warn"'))
    expect(await assay(...verify)).toMatchObject({
      status: 1,
      out: expect.stringContaining('report.json is not what was signed'),
    })
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

  test('is not installed with the package', () => {
    for (const name of ['vitest', 'vite', 'rollup', 'esbuild', 'typescript', 'allure'])
      expect([name, existsSync(join(modules, name))]).toEqual([name, false])
  })

  test('--allure without it gives one sentence that says what to install', async () => {
    const { status, err } = await assay('report', inProject('assay-report'), '--allure')
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
      runs('env', ['ASSAY_ONLY=trading.ping.*', process.execPath, ...words], project),
    )
    expect(out).toMatch(/Tests +1 passed/)
  })
})

/** Versions of Node to test: this one, and those that ASSAY_NODES names (paths, separated by commas) or that are on the PATH. */
const nodes: readonly (readonly [string, string])[] = [
  process.execPath,
  ...(process.env['ASSAY_NODES'] ?? 'node20,node22,node24').split(',').map(name => name.trim()),
].flatMap(command => {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  return status === 0 ? [[stdout.trim(), command] as const] : []
})

describe.each(nodes)('on Node %s', (version, node) => {
  test('init, doctor, run, report and library work in a new project, with this kit as a local development dependency', async () => {
    const { origin, reference, close } = await serveReference()
    try {
      const { messaging } = validTarget(reference.targetFile(origin))
      const dir = `on-${version}`
      write('nowhere.yaml', 'name: nowhere\ntrading: { baseUrl: "http://127.0.0.1:1/v1" }\n')
      cpSync(fileURLToPath(new URL('on-node.mjs', import.meta.url)), inProject('on-node.mjs'))
      const words = ['on-node.mjs', dir, messaging?.baseUrl ?? '']
      const { out } = await must('The commands or the library cannot be used.', runs(node, words, project))
      expect(JSON.parse(out)).toEqual({
        version,
        commands: [
          ['init', 0, expect.stringMatching(/wrote vendor\/assay-\S+\.tgz/)],
          ['init', 0, expect.not.stringContaining('package.json')],
          ['doctor', 0, expect.any(String)],
          ['run', 0, expect.stringContaining('1 pass, 0 fail')],
          ['report', 0, expect.any(String)],
        ],
        library: {
          ...{ outcome: 'conformant', disagreements: [], lost: 'invalid' },
          signed: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      })
      const { devDependencies } = JSON.parse(readFileSync(inProject(dir, 'package.json'), 'utf8')) as {
        devDependencies: Record<string, string>
      }
      expect(devDependencies).toEqual({
        vitest: '4',
        assay: expect.stringMatching(/^file:vendor\/assay-.*\.tgz$/),
      })
      expect(existsSync(inProject(dir, devDependencies['assay']?.slice(5) ?? ''))).toBe(true)
      expect(existsSync(inProject(dir, 'report', 'report.html'))).toBe(true)
      const main = await must('The command does not start.', runs(node, [installed('main.js'), '--version'], project))
      expect(main.out).toBe(`${kitVersion}\n`)
    } finally {
      await close()
    }
  })
})

describe('the library', () => {
  test('has types', () => {
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
    const options = {
      ...{ strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'] },
      ...{ noEmit: true, types: ['node'], typeRoots: [join(root, 'node_modules', '@types')] },
    }
    const program = ts.createProgram([inProject('use.ts')], options)
    const own = program.getSourceFiles().filter(({ fileName }) => /\/node_modules\/assay\/|\/use\.ts$/.test(fileName))
    expect(own.length).toBeGreaterThan(100)
    const wrong = own.flatMap(file => ts.getPreEmitDiagnostics(program, file))
    expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })
})
