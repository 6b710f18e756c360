/** Help, options, version and colour. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { wantsColour } from '../../cli/process/io.ts'
import { width } from '../../reports/columns.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const commands = ['init', 'doctor', 'run', 'clean', 'serve', 'list', 'explain', 'spec', 'sign', 'merge', 'baseline']

describe('help', () => {
  test('is printed with --help and names every command', async () => {
    const { status, out } = await assayWith(['--help'])
    expect(status).toBe(0)
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
  })

  test.each(commands)('of %s has an example and keeps to 80 columns', async command => {
    const { status, out } = await assayWith([command, '--help'])
    expect(status).toBe(0)
    expect(out).toMatch(/Examples?:\n {2}/)
    expect(out.split('\n').filter(line => width(line) > 80)).toEqual([])
  })
})

const NOT_WITH_WATCH = /^assay: --watch goes with neither --rerun-failed nor --dry-run\n$/

test.each([
  [[], /Usage: assay/],
  [['frob'], /unknown command 'frob'/],
  [['run', '--frob'], /unknown option '--frob'\nRun assay run --help for its options/],
  [['run', '--seed', 'x'], /whole number/],
  [['run', '--seed', '99999999999999999999'], /is invalid\. It is too large: at most 999999999999999\./],
  [['run', '--only', ''], /is invalid\. It is empty: it needs an id or a pattern\./],
  [['list', '--json', '--markdown'], /^assay: give either --json or --markdown, not both\n$/],
  [['levels', '--allow', 'destructive'], /is invalid\. The only choice is write\./],
  [['levels', '--allow', 'write,destructive'], /is invalid\. The only choice is write\./],
  [['certify', '--allow', 'destructive'], /is invalid\. The only choice is write\./],
  [['run', '--budget', 'huge'], /Allowed choices are quick, standard, thorough/],
  [['run', '--allow', 'murder'], /Allowed choices are write, destructive/],
  [['run', '--reporter', 'pdf'], /Allowed choices are terminal, none, html, junit/],
  [['run', '--seed', '1', '--seed', '2'], /^assay: --seed is given twice, and takes one value\n/],
  [['report', 'x', '-o', 'a', '--out', 'b'], /^assay: --out is given twice/],
  [['run', '--feature-level', '0'], /'--feature-level <n>' argument '0' is invalid\. The first feature level is 1\./],
  [['run', 'extra'], /too many arguments/],
  [['serve', '--port', '70000'], /at most 65535/],
  [['run', '--target', ''], /^assay: --target is empty: it needs the name of a file or folder\n/],
  [['run', '--out='], /^assay: --out is empty/],
  [['list', 'unicorns'], /^assay: 'unicorns' is not a valid <kind>\. Allowed choices are requirements/],
  [['run', '--only', 'a.*,b.*'], /'a\.\*,b\.\*' is invalid\. Repeat --only for several patterns\./],
  [['judge', 'x', '--only', 'a.*,b.*'], /Repeat --only for several patterns/],
  [['proxy', '--target', 'x', '--only', 'a.*,b.*'], /Repeat --only for several patterns/],
  [
    ['list', 'faults', '--observable-in', 'traffic'],
    /^assay: --observable-in is about requirements, not about faults\n$/,
  ],
  [['report', 'a', 'b', '--out', 'c', '--contract', 'd'], /^assay: .* leave out --contract\n$/],
  [['levels', '--target', 'x', '--feature-level', '300'], /^assay: --feature-level .* leave it out with --target\n$/],
  [['run', '--target', 'x', '--watch', '--rerun-failed', 'y'], NOT_WITH_WATCH],
  [['run', '--target', 'x', '--watch', '--dry-run'], NOT_WITH_WATCH],
  [['serve', '--json'], /^assay: --json goes with --list/],
  [
    ['run', '--only', 'trading.time.*', '--path', '0'],
    /^assay: --path is about one requirement, and --only trading\.time\.\* matches \d+\n$/,
  ],
  [
    ['run', '--only', 'trading.time.digits', '--path', '0'],
    /^assay: --path names a generated request, and no generated request demonstrates trading\.time\.digits\n$/,
  ],
  [['explain'], /missing required argument 'id'/],
  [['spec', 'banking'], /Allowed choices are trading, messaging/],
])('%j is a usage error', async (argv, said) => {
  const { status, err, out } = await assayWith(argv)
  expect(status).toBe(2)
  expect(err).toMatch(said)
  expect(out).toBe('')
})

describe('options that may be repeated collect their values:', () => {
  const folder = freshFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'target.json')
  const owner = { email: 'owner@chat.example', apiKey: '0123456789abcdef' }
  const provisioner = 'https://chat.example/provision'
  writeFileSync(
    file,
    JSON.stringify({
      ...{ name: 'x', allow: ['destructive'] },
      messaging: { baseUrl: 'https://chat.example/api/v1', featureLevel: 500, actors: { owner }, provisioner },
    }),
  )
  /** The areas of the plan of a run, each with the number of requirements that would be judged. */
  const planned = async (...words: string[]): Promise<string[]> => {
    const { status, out } = await assayWith(['run', '--target', file, '--dry-run', '--budget', 'quick', ...words])
    expect(status).toBe(0)
    return out.split('\n').flatMap(line => /^ +(\d+) of +\d+ +(messaging\.\S+)$/.exec(line)?.slice(1).join(' ') ?? [])
  }
  const [account, drafts] = [
    ['--only', 'messaging.account.*'],
    ['--only', 'messaging.drafts.*'],
  ]
  const [write, destructive] = [
    ['--allow', 'write'],
    ['--allow', 'destructive'],
  ]

  test('--only', async () => {
    const [first, second] = [await planned(...account, ...destructive), await planned(...drafts, ...destructive)]
    expect([first.length, second.length]).toEqual([1, 1])
    expect(await planned(...account, ...drafts, ...destructive)).toEqual([...first, ...second])
  })

  test('--allow', async () => {
    const all = await planned(...account, ...drafts, ...destructive)
    expect(await planned(...account, ...drafts, ...write)).not.toEqual(all)
    expect(await planned(...account, ...drafts, ...destructive, ...write)).toEqual(all)
  })
})

test.each(['messaging.sequences.drafts', 'trading.signing.generated', 'trading.access.public'])(
  'one counterexample of %s can be sent',
  async id => {
    expect((await assayWith(['run', '--only', id, '--path', '0', '--dry-run', '--budget', 'quick'])).status).toBe(0)
  },
)

test('the version is that of the package', async () => {
  expect(await assayWith(['--version'])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?\n$/),
  })
})

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
])('colour with %j on a terminal: %s', (env, terminal, want) => expect(wantsColour(env, terminal)).toBe(want))
