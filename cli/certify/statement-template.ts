/** `assay init --statement`: a statement with comments, to be filled in. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { profiles } from '../../generated/catalogue.ts'
import { makeFolder } from '../../harness/index.ts'
import type { InitFlags } from '../init/init.ts'
import { writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'

const FILE = 'statement.yaml'
const TARGET = 'target.yaml'

interface Proposed {
  readonly profile: string
  readonly featureLevel: number | null
}

/** A profile of the APIs in the target file of this folder, and its feature level. Without a file: `everything`. */
function proposedFor(file: string): Proposed {
  const { trading, messaging } = existsSync(file) ? Object(yamlIn(file)) : {}
  const { featureLevel, actors } = Object(messaging)
  const level = Number.isInteger(featureLevel) ? (featureLevel as number) : null
  if (trading && !messaging)
    return { profile: Object(trading).credentials ? 'trading-signed' : 'trading-public', featureLevel: level }
  if (!messaging || trading) return { profile: 'everything', featureLevel: level }
  const { owner, admin } = Object(actors)
  return { profile: owner || admin ? 'messaging-admin' : 'messaging-member', featureLevel: level }
}

function yamlIn(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

export function initStatement({ dir, force, name, featureLevel }: InitFlags, io: Io): number {
  const file = join(dir, FILE)
  if (existsSync(file) && !force) throw new UsageError(`${FILE} exists already; --force overwrites it`)
  writing(file, () => {
    makeFolder(dir)
    const proposed = proposedFor(join(dir, TARGET))
    const level = featureLevel ?? proposed.featureLevel ?? 417
    writeFileSync(file, template(name ?? 'Acme Chat', level, proposed.profile))
  })
  io.out(
    `wrote ${FILE.padEnd(28)} what you claim: fill it in
Next:
  npx --no-install assay keygen --out keys
  npx --no-install assay certify --target ${TARGET} --statement ${FILE} --key keys/assay.key --dry-run
`,
  )
  return 0
}

const template = (
  name: string,
  level: number,
  profile: string,
): string => `# What is claimed about a product. It becomes public with the certificate: put no secret here.
vendor: Acme
product:
  name: ${JSON.stringify(name)}
  version: "4.2.1"
  url: https://acme.example          # optional
contact: conformance@acme.example
${`profile: ${profile}`.padEnd(36)} # one of:
${profiles.map(profile => `#   ${profile.name.padEnd(18)} ${profile.title}`).join('\n')}
${`${profile.startsWith('trading') ? '# ' : ''}featureLevel: ${level}`.padEnd(36)} # where messaging is in the profile; the same as in the target file
${unsupported(options(profile))}`

const unsupported = (lines: string): string =>
  lines === ''
    ? ''
    : `
# Options of the contract that the product does not support: they are not judged, and the certificate lists them.
# Only what the profile calls optional may be listed (assay list profiles --json). Uncomment what applies.
# unsupported:
${lines}
`

function options(profile: string): string {
  const lines = (reason: string, ids: readonly string[]): string[] =>
    ids.map(id => `#   - { requirement: ${id}, reason: ${reason} }`)
  const optional = profiles.find(({ name }) => name === profile)?.optional ?? []
  const reasons: readonly (readonly [string, RegExp])[] = [
    ['no mobile push', /push|apns/],
    ['no login by password', /api-key|login/],
    ['no resumable uploads', /resumable/],
  ]
  return reasons
    .flatMap(([reason, ids]) =>
      lines(
        reason,
        optional.filter(id => ids.test(id)).map(id => `"${id}"`),
      ),
    )
    .join('\n')
}
