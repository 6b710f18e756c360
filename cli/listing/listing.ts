/** `assay listing`: a static site of certified products, only of bundles that verify. */
import type { KeyObject } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  certificateBadge,
  type FinishedRun,
  type Listed,
  listingPage,
  matrixPage,
  printable,
} from '../../reports/index.ts'
import { ATTESTATION } from '../certify/bundle.ts'
import { profileNamed } from '../certify/certifiable-set.ts'
import { certificateFacts } from '../certify/certificate-facts.ts'
import { keyId, readPublicKey } from '../certify/keys.ts'
import { readRevocations } from '../certify/revocations.ts'
import { pageAssets } from '../finished/write-formats.ts'
import { refuseSignedBundle, requireFolder, writeWhole, writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import { need } from '../verify/context.ts'
import { type Examined, refusalsOf, verifyBundle } from '../verify/verify-bundle.ts'

export interface ListingFlags {
  readonly out: string
  readonly key?: readonly string[]
  readonly witness?: readonly string[]
  readonly revocations?: string
  readonly revocationKey?: string
}

interface Entry {
  readonly listed: Listed
  readonly run: FinishedRun
  readonly folder: string
  readonly name: string
  readonly badge: string
}

export async function listing(folders: readonly string[], flags: ListingFlags, io: Io): Promise<number> {
  refuseSignedBundle(flags.out)
  const keys = (flags.key ?? []).map(readPublicKey)
  const witnesses = (flags.witness ?? []).map(readPublicKey)
  const revocations = revocationsIn(flags)
  const entries: Entry[] = []
  let refused = 0
  for (const folder of folders.flatMap(bundlesIn)) {
    const found = await firstVerified([...keys, ...keyBeside(folder, keys)], async key => {
      const signed = await verifyBundle(folder, { key, ...(revocations && { revocations }) })
      const seen = await Promise.all(
        witnesses.map(witness =>
          verifyBundle(folder, { key, witnesses: [witness], ...(revocations && { revocations }) }),
        ),
      )
      return seen.find(({ verified }) => verified) ?? signed
    })
    if (found?.verified) entries.push(entryOf(folder, found, entries.length))
    else {
      refused++
      const why = found
        ? (refusalsOf(found)[0] ?? '')
        : 'there is no public key to check it with (--key PUB, or assay.pub beside the bundle)'
      io.err(`assay: not listed: ${printable(folder)}: ${printable(why)}\n`)
    }
  }
  write(flags.out, entries)
  io.out(
    `${printable(join(flags.out, 'index.html'))}: ${entries.length} listed${refused > 0 ? `, ${refused} refused` : ''}\n`,
  )
  return refused > 0 ? 1 : 0
}

function revocationsIn({ revocations, revocationKey }: ListingFlags) {
  if (revocations === undefined) return undefined
  if (revocationKey === undefined) throw new UsageError('--revocations needs --revocation-key PUB: whose list it is')
  return readRevocations(revocations, readPublicKey(revocationKey))
}

/** The folder itself if it is a bundle; else the bundles up to two levels below it. */
function bundlesIn(folder: string): string[] {
  requireFolder(folder, 'a bundle')
  if (existsSync(join(folder, ATTESTATION)) || existsSync(join(folder, 'statement.json'))) return [folder]
  const inner = readdirSync(folder)
    .map(name => join(folder, name))
    .filter(one => statSync(one).isDirectory())
  const found = [...inner, ...inner.flatMap(one => readdirSync(one).map(name => join(one, name)))].filter(one =>
    existsSync(join(one, ATTESTATION)),
  )
  if (found.length === 0) throw new UsageError(`${printable(folder)} holds no bundle`)
  return found.sort()
}

/** The key beside the bundle, if the operator of the listing gave none. */
function keyBeside(folder: string, given: readonly KeyObject[]): KeyObject[] {
  const file = join(dirname(resolve(folder)), 'assay.pub')
  return given.length === 0 && existsSync(file) ? [readPublicKey(file)] : []
}

async function firstVerified(
  keys: readonly KeyObject[],
  examine: (key: KeyObject) => Promise<Examined>,
): Promise<Examined | null> {
  let best: Examined | null = null
  for (const key of keys) {
    const found = await examine(key)
    if (found.verified) return found
    const signed = found.checks.some(({ name, ok }) => name === 'signature' && ok)
    if (best === null || signed) best = found
  }
  return best
}

function entryOf(folder: string, { found, trust }: Examined, index: number): Entry {
  const [statement, report, payload] = [need(found.statement), need(found.report), need(found.payload)]
  const { vendor, product, profile, unsupported = [] } = statement
  const { issuedAt, expiresAt, featureLevel, kit } = payload.predicate
  const name = `${slug(`${vendor} ${product.name} ${product.version} ${profile}`)}-${index + 1}`
  const key = keyId(found.options.key)
  const facts = certificateFacts(statement, report, profileNamed(need(found.frozen), profile), payload.predicate, key)
  const { exchanges, claims } = found
  return {
    folder,
    name,
    badge: certificateBadge(facts),
    run: {
      report: { ...report, target: { ...report.target, name: `${product.name} ${product.version}` } },
      exchanges: exchanges ?? [],
      claims: claims ?? [],
      damage: [],
    },
    listed: {
      ...{ vendor, product: product.name, version: product.version, url: product.url, profile, featureLevel },
      ...{ issuedAt, expiresAt, trust, keyId: key, kit: kit.version, warnings: report.summary.counts.warn },
      unsupported: unsupported.map(({ requirement, reason }) => `${requirement}: ${reason}`),
      report: `bundles/${name}/report.html`,
      certificate: `bundles/${name}/certificate.svg`,
    },
  }
}

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'product'

/** Writes everything again, so that an entry that no longer verifies is removed. */
function write(out: string, entries: readonly Entry[]): void {
  writing(out, () => {
    mkdirSync(out, { recursive: true })
    // The index is written last: a folder without it is not taken for a listing.
    for (const name of ['index.html', 'matrix.html']) rmSync(join(out, name), { force: true })
    for (const name of ['bundles', 'badges']) {
      rmSync(join(out, name), { recursive: true, force: true })
      mkdirSync(join(out, name))
    }
    for (const { folder, name, badge } of entries) {
      cpSync(folder, join(out, 'bundles', name), { recursive: true })
      writeFileSync(join(out, 'badges', `${name}.svg`), badge)
    }
    if (entries.length > 1)
      writeWhole(
        join(out, 'matrix.html'),
        matrixPage(
          entries.map(({ run }) => run),
          pageAssets,
        ),
      )
    writeWhole(
      join(out, 'index.html'),
      listingPage(
        entries.map(({ listed }) => listed),
        new Date().toISOString(),
        pageAssets,
      ),
    )
  })
}
