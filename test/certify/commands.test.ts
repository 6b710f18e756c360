/** The commands of certification, as a vendor, a verifier and a witness use them. */
import { createPublicKey } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireFitting } from '../../cli/certify/before-the-run.ts'
import { certify } from '../../cli/certify/certify.ts'
import { parseStatement } from '../../cli/certify/statement.ts'
import type { Subject } from '../../cli/reference/embedded-reference.ts'
import { verify } from '../../cli/verify/verify.ts'
import type { Verification } from '../../cli/verify/verify-bundle.ts'
import type { Attestation } from '../../generated/formats.ts'
import { loadTarget } from '../../harness/index.ts'
import { assayWith, fakeIo, freshFolder } from '../cli/fake-io.ts'
import { KILLED, killedRunIn } from '../cli/killed-run.ts'
import { referenceInProcess } from '../reference-in-process.ts'
import { aBundle, type Made, removed, STATEMENT, subject } from './a-bundle.ts'

let made: Made
beforeAll(async () => {
  made = await aBundle()
})
afterAll(() => removed(made.folder))

const copy = (): string => {
  const folder = freshFolder()
  cpSync(made.bundle, folder, { recursive: true })
  return folder
}
const at = (name: string): string => join(made.folder, name)
const failing = (): Subject => referenceInProcess({ faults: ['messaging.envelope.error-msg.dropped'] }, Date.now())

describe('keygen', () => {
  test('writes a pair that only its owner can read, and never overwrites another', async () => {
    const out = join(freshFolder(), 'keys')
    const first = await assayWith(['keygen', '--out', out])
    expect(first.status).toBe(0)
    expect(statSync(join(out, 'assay.key')).mode & 0o777).toBe(0o600)
    expect(createPublicKey(readFileSync(join(out, 'assay.pub'))).asymmetricKeyType).toBe('ed25519')
    expect(first.out).toMatch(/key [0-9a-f]{16}\n/)
    expect(first.out).not.toContain('PRIVATE')
    expect(await assayWith(['keygen', '--out', out])).toMatchObject({
      status: 2,
      err: expect.stringContaining('already exists'),
    })
  })
})

describe('verify', () => {
  test('reports what it established and what it cannot establish, as text and as JSON', async () => {
    const { status, out } = await assayWith(['verify', made.bundle, '--key', made.publicFile])
    expect(status).toBe(0)
    expect(out).toMatch(/Verified\. Trust: self-tested/)
    expect(out).toContain('the vendor holds both ends')
    const json = await assayWith(['verify', made.bundle, '--key', made.publicFile, '--json'])
    const result = JSON.parse(json.out)
    expect(Object.keys(result)).toEqual(['verified', 'trust', 'checks', 'established', 'notEstablished'])
    expect(result).toMatchObject({ verified: true, trust: 'self-tested' })
    expect(result.checks.every((one: { ok: boolean }) => one.ok)).toBe(true)
  })

  test.each([
    [['verify', 'nowhere'], 'nowhere: there is no such folder'],
    [['verify', 'BUNDLE/report.json'], 'is not a folder: a bundle is one'],
    [['verify', '.'], '. is not a bundle: it has no attestation.json'],
    [['verify', 'BUNDLE', '--replay', '3'], '--replay K and --target FILE go together'],
    [['verify', 'BUNDLE', '--revocations', 'BUNDLE/report.json'], 'is not a revocation list'],
    [['verify', 'BUNDLE', '--revocations', 'BUNDLE/none'], 'none: there is no such file'],
    [['verify', 'BUNDLE', '--witness', 'PRIVATE'], 'is a private key'],
  ])('%j is a usage error', async (words, expected) => {
    const argv = words.map(word => word.replace('BUNDLE', made.bundle).replace('PRIVATE', made.privateFile))
    expect(await assayWith([...argv, '--key', made.publicFile])).toMatchObject({
      status: 2,
      err: expect.stringContaining(expected),
    })
  })

  test('lists what could not be examined in one line', async () => {
    const folder = freshFolder()
    cpSync(join(made.bundle, 'statement.json'), join(folder, 'statement.json'))
    const { status, out } = await assayWith(['verify', folder, '--key', made.publicFile])
    expect(status).toBe(1)
    expect(out.match(/^ {2}REFUSED /gm)).toHaveLength(1)
    expect(out).toMatch(/- what rests on an earlier check that failed: attestation, signature,/)
  })

  test('with a key that did not sign, establishes nothing', async () => {
    const keys = join(freshFolder(), 'other')
    await assayWith(['keygen', '--out', keys])
    const words = ['verify', made.bundle, '--key', join(keys, 'assay.pub')]
    const { status, out } = await assayWith([...words, '--json'])
    const { verified, established, checks, notEstablished } = JSON.parse(out) as Verification
    expect([status, verified, established]).toEqual([1, false, []])
    const signed = ['signature', 'digests', 'times', 'revocation', 'witnesses', 'certificate', 'page']
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(signed)
    expect(notEstablished).toEqual(
      expect.arrayContaining([
        expect.stringContaining('not by the given key'),
        `what rests on an earlier check that failed: ${signed.slice(1).join(', ')}`,
      ]),
    )
    expect((await assayWith(words)).out).not.toMatch(/are those that were signed|good until/)
  })

  test('judges some requirements again against the deployment, and reports violations', async () => {
    const flags = { key: made.publicFile, replay: 5, allow: ['write', 'destructive'] as const, json: true }
    const good = fakeIo()
    expect(await verify(made.bundle, flags, good, subject())).toBe(0)
    expect(JSON.parse(good.written.out)).toMatchObject({ verified: true, trust: 'replayed' })
    const bad = fakeIo()
    expect(await verify(made.bundle, { ...flags, replay: 99 }, bad, failing())).toBe(1)
    expect(bad.written.out).toMatch(/is\s+pass\s+in\s+the\s+bundle\s+and\s+fail\s+live/)
  })
})

describe('a witness', () => {
  test.each([
    ['witness', ['witness', 'nowhere']],
    ['revoke', ['revoke', 'nowhere', '--list', 'list.json', '--reason', 'old']],
  ])('%s needs a bundle', async (_, words) => {
    const { status, err } = await assayWith([...words, '--key', made.privateFile])
    expect([status, err]).toEqual([2, 'assay: nowhere: there is no such folder\n'])
  })

  test('signs the same attestation, and counts only if the verifier trusts its key', async () => {
    const bundle = copy()
    const keys = join(freshFolder(), 'lab')
    await assayWith(['keygen', '--out', keys])
    const [key, pub] = [join(keys, 'assay.key'), join(keys, 'assay.pub')]
    const signed = await assayWith([
      'witness',
      bundle,
      '--key',
      key,
      '--vendor-key',
      made.publicFile,
      '--run',
      made.bundle,
    ])
    expect(signed).toMatchObject({ status: 0, out: expect.stringContaining('same verdicts') })
    const { signatures } = JSON.parse(readFileSync(join(bundle, 'attestation.json'), 'utf8')) as Attestation
    expect(signatures).toHaveLength(2)
    const unknown = await assayWith(['verify', bundle, '--key', made.publicFile])
    expect(unknown).toMatchObject({
      status: 0,
      out: expect.stringMatching(/which\s+is\s+not\s+one\s+that\s+you\s+trust[\s\S]*self-tested/),
    })
    const known = await assayWith(['verify', bundle, '--key', made.publicFile, '--witness', pub])
    expect(known).toMatchObject({ status: 0, out: expect.stringContaining('Trust: witnessed') })
    const none = await assayWith(['verify', made.bundle, '--key', made.publicFile, '--witness', pub])
    expect(none).toMatchObject({ status: 1, out: expect.stringMatching(/did\s+not\s+sign\s+this\s+attestation/) })
    expect((await assayWith(['witness', bundle, '--key', made.privateFile])).err).toContain('a key of their own')
  })

  test('does not sign a bundle that does not verify', async () => {
    const bundle = copy()
    writeFileSync(join(bundle, 'report.html'), 'changed')
    const keys = join(freshFolder(), 'lab')
    await assayWith(['keygen', '--out', keys])
    const { status, err } = await assayWith(['witness', bundle, '--key', join(keys, 'assay.key')])
    expect({ status, err }).toMatchObject({
      status: 1,
      err: expect.stringContaining('report.html is not what was signed'),
    })
  })
})

describe('a revoked certificate', () => {
  test('is refused with the reason; a list that is signed by another key is not accepted', async () => {
    const list = at('revoked.json')
    const words = [
      'revoke',
      made.bundle,
      '--key',
      made.privateFile,
      '--list',
      list,
      '--reason',
      'withdrawn by the vendor',
    ]
    expect((await assayWith(words)).status).toBe(0)
    const verify = ['verify', made.bundle, '--key', made.publicFile, '--revocations', list]
    const outcome = await assayWith(verify)
    expect(outcome).toMatchObject({ status: 1, out: expect.stringMatching(/withdrawn\s+by\s+the\s+vendor/) })
    const keys = join(freshFolder(), 'others')
    await assayWith(['keygen', '--out', keys])
    const other = join(keys, 'assay.pub')
    expect(await assayWith([...verify, '--revocation-key', other])).toMatchObject({
      status: 2,
      err: expect.stringContaining('is not signed by key'),
    })
    const whole = [
      'revoke',
      '--revoked-key',
      made.publicFile,
      '--key',
      join(keys, 'assay.key'),
      '--list',
      at('theirs.json'),
      '--reason',
      'key lost',
    ]
    expect((await assayWith(whole)).status).toBe(0)
    const theirs = [
      'verify',
      made.bundle,
      '--key',
      made.publicFile,
      '--revocations',
      at('theirs.json'),
      '--revocation-key',
      other,
    ]
    expect(await assayWith(theirs)).toMatchObject({ status: 1, out: expect.stringMatching(/key\s+lost/) })
  })

  test('is named by its folder or by its key, not by both', async () => {
    const words = ['revoke', made.bundle, '--revoked-key', made.publicFile, '--key', made.privateFile]
    expect(await assayWith([...words, '--list', at('none.json'), '--reason', 'old'])).toMatchObject({
      status: 2,
      err: 'assay: give either a bundle or --revoked-key, not both\n',
    })
  })
})

test('a listing in place of a file says that there is a file', async () => {
  const words = ['listing', made.bundle, '--key', made.publicFile, '--out', at('statement.yaml')]
  expect(await assayWith(words)).toMatchObject({
    status: 2,
    err: `assay: ${at('statement.yaml')} cannot be written (EEXIST: there is a file of that name)\n`,
  })
})

describe('certify', () => {
  const flags = { target: '', validDays: 30, budget: 'standard' as const, seed: 1 }

  test('renews a bundle: keeps the statement and shows what changed', async () => {
    const io = fakeIo()
    const out = join(freshFolder(), 'renewed')
    expect(await certify({ ...flags, renew: made.bundle, key: made.privateFile, out }, io, subject())).toBe(0)
    expect(readFileSync(join(out, 'statement.json'), 'utf8')).toBe(
      readFileSync(join(made.bundle, 'statement.json'), 'utf8'),
    )
    expect(io.written.out).toContain('Compared with the bundle that is renewed')
    expect(io.written.out).toContain(`--key ${made.publicFile}`)
  })

  test('for a deployment that fails, writes everything except certificate and attestation; a killed run is moved aside', async () => {
    const io = fakeIo()
    const out = join(freshFolder(), 'failed')
    killedRunIn(out)
    const words = { ...flags, statement: at('statement.yaml'), key: made.privateFile, out, verbose: true }
    const status = await certify(words, io, failing())
    expect(status).toBe(1)
    const aside = `${out}-interrupted-${KILLED}`
    expect(io.written.err).toContain(`${out} held a run that was killed, which is now in ${aside}. Remove what it left`)
    expect(readdirSync(aside)).toContain('in-flight.ndjson')
    expect(io.written.out).toContain('Not certified: the outcome is nonconformant')
    expect(io.written.out).toMatch(
      / Reports [^:]*:\s+report.json,\s+exchanges.ndjson,\s+claims.ndjson,\s+report.html,\s+statement.json\n/,
    )
    expect(io.written.out).toMatch(/^Observed where the contract leaves it open$/m)
    expect(io.written.out).not.toMatch(/^ *(Gate|Rerun) /m)
    expect(readdirSync(out).sort()).toEqual([
      'claims.ndjson',
      'exchanges.ndjson',
      'report.html',
      'report.json',
      'statement.json',
    ])
  })

  test('does not certify a run that is interrupted during clean-up, even if it passed; prints how to remove the rest', async () => {
    const io = fakeIo()
    const out = join(freshFolder(), 'interrupted')
    const { target, clock, transport } = subject()
    const interrupting: Subject['transport'] = transport && {
      ...transport,
      async send(request, bounds) {
        const reply = await transport.send(request, bounds)
        if (!String(request.body).includes('"fixture":"discard"')) return reply
        io.interrupt()
        return { ...reply, body: '{"unavailable":"it is kept"}' }
      },
    }
    const given = { target, ...(clock && { clock }), ...(interrupting && { transport: interrupting }) }
    const words = { ...flags, target: 'ours.yaml', statement: at('statement.yaml'), key: made.privateFile, out }
    const status = await certify(words, io, given)
    expect({ status, out: io.written.out }).toEqual({
      status: 130,
      out: expect.stringContaining('Not certified: the run was interrupted'),
    })
    expect(io.written.out).toMatch(
      new RegExp(`^ *Clean up +npx --no-install assay clean --target ours.yaml --run [0-9a-z]{5} --out ${out}$`, 'm'),
    )
    expect(readdirSync(out)).not.toContain('attestation.json')
  })

  test('reports what is missing before it starts, and never writes into a folder with other files', async () => {
    const io = fakeIo()
    const { target, ...rest } = subject()
    const { provisioner: _none, ...messaging } = target.messaging ?? { baseUrl: '', featureLevel: 0 }
    const poor = { ...rest, target: { ...target, messaging } }
    const dry = { ...flags, statement: at('statement.yaml'), key: made.privateFile, out: at('never'), dryRun: true }
    expect(await certify(dry, io, poor)).toBe(1)
    expect(io.written.out).toMatch(/Missing:\n[\s\S]*the outcome cannot be conformant/)
    expect(existsSync(at('never'))).toBe(false)
    writeFileSync(at('broken.mjs'), 'export const provision = 1')
    const broken = { ...rest, target: { ...target, messaging: { ...messaging, provisioner: at('broken.mjs') } } }
    await expect(certify(dry, fakeIo(), broken)).rejects.toThrow('cannot be loaded: it exports no function named')
    const busy = { ...dry, dryRun: false, out: made.folder }
    await expect(certify(busy, fakeIo(), subject())).rejects.toThrow('a bundle needs a folder of its own')
    const signed = { ...busy, out: made.bundle }
    await expect(certify(signed, fakeIo(), subject())).rejects.toThrow(
      /contains a signed bundle; .* --force overwrites it/,
    )
    for (const out of [made.folder, made.bundle])
      await expect(certify({ ...dry, out }, fakeIo(), subject())).rejects.toThrow(
        /a bundle needs a folder of its own|contains a signed bundle/,
      )
  })

  test.each([
    [
      'a finished run',
      ['report.json', 'exchanges.ndjson', 'claims.ndjson'],
      false,
      'a bundle needs a folder of its own',
    ],
    ['a finished run, with --force', ['report.json'], true, 'a bundle needs a folder of its own'],
    [
      'an unsigned bundle',
      ['statement.json', 'report.json'],
      false,
      'an earlier certification, unsigned; choose another',
    ],
  ])('refuses a folder with %s, and changes nothing in it', async (_about, names, force, sentence) => {
    const out = freshFolder()
    for (const name of names) writeFileSync(join(out, name), name)
    const given = { ...flags, statement: at('statement.yaml'), key: made.privateFile, out, force }
    await expect(certify(given, fakeIo(), subject())).rejects.toThrow(sentence)
    expect(
      readdirSync(out)
        .map(name => readFileSync(join(out, name), 'utf8'))
        .sort(),
    ).toEqual([...names].sort())
  })

  test.each([
    ['an unsigned bundle, with --force', ['statement.json', 'report.json'], true],
    ['a killed certification', ['statement.json', 'report.json', 'in-flight.ndjson'], false],
    ['a statement alone', ['statement.json'], false],
  ])('accepts a folder with %s', async (_about, names, force) => {
    const out = freshFolder()
    for (const name of names) writeFileSync(join(out, name), name)
    const given = { ...flags, statement: at('statement.yaml'), key: made.privateFile, out, force, dryRun: true }
    expect(await certify(given, fakeIo(), subject())).toBe(0)
  })

  test('init --statement writes a statement that is accepted', async () => {
    const dir = freshFolder()
    expect((await assayWith(['init', '--statement', '--dir', dir])).status).toBe(0)
    const text = readFileSync(join(dir, 'statement.yaml'), 'utf8')
    const all = text.replace('# unsupported', 'unsupported').replaceAll('#   - ', '  - ')
    expect(parseStatement(all, 's.yaml').statement.unsupported?.length).toBeGreaterThan(5)
    expect((await assayWith(['init', '--statement', '--dir', dir])).status).toBe(2)
    rmSync(dir, { recursive: true })
  })

  test.each([
    ['messaging-admin', '    admin: { email: a@acme.example, apiKey: k }'],
    ['messaging-member', '    member: { email: m@acme.example, apiKey: k }'],
  ])('init --statement for a target file with only messaging proposes %s', async (profile, actor) => {
    const dir = freshFolder()
    writeFileSync(
      join(dir, 'target.yaml'),
      `name: acme\nmessaging:\n  baseUrl: "https://acme.example/api/v1"\n  featureLevel: 400\n  actors:\n${actor}\n`,
    )
    expect((await assayWith(['init', '--statement', '--dir', dir])).status).toBe(0)
    const text = readFileSync(join(dir, 'statement.yaml'), 'utf8').replace('# unsupported', 'unsupported')
    const read = parseStatement(text.replaceAll('#   - ', '  - '), 's.yaml')
    expect(read.statement).toMatchObject({ profile, featureLevel: 400 })
    requireFitting(read, loadTarget(join(dir, 'target.yaml')))
  })

  test('init --statement for a target file with only trading proposes a profile that it can claim', async () => {
    const dir = freshFolder()
    writeFileSync(join(dir, 'target.yaml'), 'name: acme\ntrading: { baseUrl: "https://acme.example/v1" }\n')
    expect((await assayWith(['init', '--statement', '--dir', dir])).status).toBe(0)
    const { statement } = parseStatement(readFileSync(join(dir, 'statement.yaml'), 'utf8'), 's.yaml')
    expect(statement).toMatchObject({ profile: 'trading-public' })
    expect(statement.featureLevel).toBeUndefined()
  })

  test.each([
    [
      'profile: messaging-push',
      'profile: messaging-pusch',
      's.yaml:4:1: there is no profile "messaging-pusch" (did you mean "messaging-push"?)',
    ],
    ['vendor: Acme', 'vendor: ""', 's.yaml:1:1: vendor is empty'],
    ['featureLevel: 500', '', 'so the statement needs a featureLevel'],
    ['contact:', 'kontact:', 'lacks "contact"'],
    [
      'featureLevel: 500',
      'featureLevel: 500\nunsupported: [{ requirement: messaging.push.one-device, reason: none }]',
      's.yaml:6:17: messaging.push.one-device is not optional',
    ],
  ])('a statement with %s as %s is refused', (before, after, expected) => {
    expect(() => parseStatement(STATEMENT.replace(before, after), 's.yaml')).toThrow(expected)
  })
})
