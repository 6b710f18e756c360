/** `assay init`. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lookAt } from '../../cli/init/look.ts'
import { loadTarget } from '../../harness/index.ts'
import { serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const both = [
  '--trading-url',
  'https://staging.acme.example/v1/',
  '--messaging-url',
  'https://chat.acme.example/api/v1',
]

function emptyFolder(name: string): string {
  mkdirSync(join(folder, name))
  return join(folder, name)
}

const read = (dir: string, file: string): string => readFileSync(join(dir, file), 'utf8')

/** Turns the settings that are commented out into settings. */
const uncommented = (text: string): string =>
  text.replaceAll(
    /^( *)# (?=(?: {2})?(?:allow|credentials|signedProbe|throttled|actors|admin|member|second|fixtures|message):)/gm,
    '$1',
  )

describe('assay init', () => {
  test('writes a target file that is valid, also with every commented setting enabled', async () => {
    const dir = emptyFolder('both')
    const { status, out } = await assayWith([
      'init',
      '--yes',
      '--no-dependency',
      '--dir',
      dir,
      '--name',
      'acme: "x"',
      ...both,
    ])
    expect(status).toBe(0)
    expect(out).toContain(`npx --no-install assay doctor --target ${join(dir, 'target.yaml')}`)
    const target = loadTarget(join(dir, 'target.yaml'), {})
    expect(target).toMatchObject({ name: 'acme: "x"', trading: { baseUrl: 'https://staging.acme.example/v1' } })
    expect(target.allow).toBeUndefined()
    writeFileSync(join(dir, 'full.yaml'), uncommented(read(dir, 'target.yaml')))
    const names = [...read(dir, '.env.example').matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => [name, 'x'])
    const full = loadTarget(join(dir, 'full.yaml'), Object.fromEntries(names))
    expect(full.messaging?.actors).toMatchObject({ second: { role: 'member', apiKey: 'x' } })
    expect(full.trading).toMatchObject({ credentials: { secretKey: 'x' }, throttled: { equals: -429 } })
  })

  test('writes a job, and the skeleton of a provisioner that answers', async () => {
    const dir = join(folder, 'both')
    const job = parse(read(dir, '.github/workflows/assay.yml')) as { jobs: { assay: { env: object; steps: object[] } } }
    expect(job.jobs.assay.env).toMatchObject({ ADMIN_KEY: expect.stringContaining('secrets.ADMIN_KEY') })
    const { provision } = (await import(join(dir, 'provision.mjs'))) as {
      provision(kind: string, withWhat: object): Promise<unknown>
    }
    expect(await provision('message', {})).toEqual({ unavailable: expect.stringContaining('provision.mjs') })
    expect(await provision('teapot', {})).toEqual({ unavailable: expect.stringContaining('teapot') })
  })

  test('overwrites no file without --force', async () => {
    const dir = join(folder, 'both')
    writeFileSync(join(dir, 'target.yaml'), 'mine')
    const { status, err } = await assayWith(['init', '--yes', '--no-dependency', '--dir', dir, ...both])
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('target.yaml') })
    expect(read(dir, 'target.yaml')).toBe('mine')
    expect((await assayWith(['init', '--yes', '--force', '--no-dependency', '--dir', dir, ...both])).status).toBe(0)
  })

  test('asks for values that no option gives, tries addresses as they are typed, and uses the answers', async () => {
    const { origin, close } = await serveReference()
    const dir = emptyFolder('asked')
    const chat = `${origin}/chat/api/v1`
    const answers = [
      '',
      'not an address',
      'http://me:word@127.0.0.1:9/v1',
      'http://127.0.0.1:9/v1',
      '',
      origin,
      '',
      'many',
      '300',
      'zulip',
    ]
    const questions: string[] = []
    const ask = async (question: string): Promise<string> => {
      questions.push(question)
      return answers.shift() ?? ''
    }
    const { status, out } = await assayWith(['init', '--no-dependency', '--dir', dir], { ask })
    await close()
    expect(status).toBe(0)
    expect(out).toContain('the root of the trading API has to be an http or https address')
    expect(out).toContain('http://127.0.0.1:9/v1 gives no reply (bad port)\n  Press Enter to keep it.')
    expect(out).toContain(`It answers at ${chat}: press Enter to use that.`)
    expect(out).toContain('a feature level is a whole number from 1, not "many"')
    expect(out).toContain('the root of the trading API: trading.baseUrl holds a user or password')
    expect(questions).toHaveLength(10)
    const target = loadTarget(join(dir, 'target.yaml'), {})
    expect(target).toMatchObject({ name: 'staging', trading: { baseUrl: 'http://127.0.0.1:9/v1' } })
    expect(target).toMatchObject({ messaging: { baseUrl: chat, featureLevel: 300, provisioner: 'zulip' } })
    expect(existsSync(join(dir, 'provision.mjs'))).toBe(false)
  })

  test('says which feature level it assumed, if nobody said one', async () => {
    const words = ['init', '--yes', '--no-dependency', '--force', '--dir', folder, ...both]
    expect((await assayWith(words)).out).toContain('Feature level 500 was assumed: correct messaging.featureLevel in')
    expect((await assayWith([...words, '--feature-level', '417'])).out).not.toContain('assumed')
  })

  test('suggests the feature level that a deployment reports', async () => {
    const replies: Record<string, unknown> = {
      'https://a.example/api/v1/user_groups': { result: 'error', msg: 'no', code: 'UNAUTHORIZED' },
      'https://a.example/api/v1/server_settings': { zulip_feature_level: 389 },
    }
    const seen = await lookAt('messaging', 'https://a.example/api/v1', async url => replies[url] ?? null)
    expect(seen).toMatchObject({ answers: true, featureLevel: 389 })
    expect(await lookAt('trading', 'https://a.example', async () => null)).toMatchObject({ answers: false })
  })

  test.each([
    [['--yes'], 'nothing to judge'],
    [['--yes', '--trading-url', 'acme.example'], '--trading-url has to be'],
    [['--yes', ...both, '--provisioner', 'magic'], 'a provisioner is module, zulip, none or an address'],
    [['--yes', ...both.slice(0, 2), '--provisioner', 'magic'], 'a provisioner is module, zulip, none or an address'],
    [
      ['--yes', '--trading-url', 'https://me:word@a.example'],
      '--trading-url: trading.baseUrl holds a user or password',
    ],
    [
      ['--yes', '--messaging-url', 'https://me:word@a.example/api/v1'],
      '--messaging-url: messaging.baseUrl holds a user or password',
    ],
    [
      ['--yes', ...both, '--provisioner', 'http://me:word@a.example'],
      '--provisioner: messaging.provisioner holds a user or password',
    ],
  ])('%j is a usage error', async (flags, sentence) => {
    const { status, err } = await assayWith(['init', '--no-dependency', '--dir', folder, ...flags])
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining(sentence) })
  })
})
