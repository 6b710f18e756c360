/** `assay verify`: verifies a bundle and prints what is established and what is not. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadTarget } from '../../harness/index.ts'
import { paint, printable, wrapped } from '../../reports/index.ts'
import { ATTESTATION } from '../certify/bundle.ts'
import { readPublicKey } from '../certify/keys.ts'
import { readRevocations } from '../certify/revocations.ts'
import { requireFolder } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { UsageError } from '../usage-error.ts'
import { Refused, UNEXAMINED } from './context.ts'
import { replay } from './replay.ts'
import { type Examined, type Verification, verifyBundle } from './verify-bundle.ts'

export interface VerifyFlags {
  readonly key: string
  readonly witness?: readonly string[]
  readonly revocations?: string
  readonly revocationKey?: string
  readonly replay?: number
  readonly target?: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly json?: boolean
}

export async function verify(folder: string, flags: VerifyFlags, io: Io, subject?: Subject): Promise<number> {
  if (flags.replay === 0) throw new UsageError('--replay needs at least 1')
  if ((flags.replay === undefined) !== (flags.target === undefined) && !subject)
    throw new UsageError('--replay K and --target FILE go together')
  const key = readPublicKey(flags.key)
  requireFolder(folder, 'a bundle')
  if (![ATTESTATION, 'statement.json'].some(name => existsSync(join(folder, name))))
    throw new UsageError(`${printable(folder)} is not a bundle: it has no ${ATTESTATION}`)
  const revocations =
    flags.revocations === undefined
      ? undefined
      : readRevocations(flags.revocations, readPublicKey(flags.revocationKey ?? flags.key))
  const examined = await verifyBundle(folder, {
    key,
    witnesses: (flags.witness ?? []).map(readPublicKey),
    ...(revocations && { revocations }),
  })
  const final = flags.replay === undefined ? examined : await replayed(examined, flags.replay, flags, subject)
  const { found: _found, ...result } = final
  if (flags.json) io.out(`${JSON.stringify(result, null, 2)}\n`)
  else io.out(asText(folder, final, io))
  return result.verified ? 0 : 1
}

async function replayed(examined: Examined, count: number, flags: VerifyFlags, given?: Subject): Promise<Examined> {
  const { found, checks } = examined
  const check = await (async () => {
    try {
      const subject = given ?? { target: loadTarget(flags.target ?? '') }
      const message = await replay(found, { ...subject, count, allow: flags.allow ?? [] })
      return { name: 'replay', ok: true, message }
    } catch (error) {
      if (error instanceof Refused) return { name: 'replay', ok: false, message: printable(error.message) }
      throw error
    }
  })()
  const verified = examined.verified && check.ok
  const both = 'that the replies came from the product'
  return {
    ...examined,
    verified,
    trust: verified && examined.trust === 'self-tested' ? 'replayed' : examined.trust,
    checks: [...checks, check],
    established:
      check.ok && found.signer !== undefined ? [...examined.established, check.message] : examined.established,
    notEstablished: [
      ...(check.ok ? [] : [`replay: ${check.message}`]),
      ...examined.notEstablished.map(line =>
        check.ok && line.startsWith(both)
          ? 'that the replies of the requirements that were not drawn came from the product'
          : line,
      ),
    ],
  }
}

/** What could not be examined has one line of its own, below. */
const isExamined = ({ message }: { readonly message: string }): boolean => message !== UNEXAMINED

function asText(
  folder: string,
  { verified, trust, checks, notEstablished, found }: Verification & Examined,
  io: Io,
): string {
  const colours = paint(io.colour)
  const { statement } = found
  const title = statement
    ? `${statement.product.name} ${statement.product.version} by ${statement.vendor}, profile ${statement.profile}${statement.featureLevel === undefined ? '' : ` at feature level ${statement.featureLevel}`}`
    : folder
  const hanging = (head: string, indent: number, text: string): string =>
    head + wrapped(printable(text), Math.max(20, io.columns() - indent)).join(`\n${' '.repeat(indent)}`)
  return `${[
    colours.strong(printable(title)),
    '',
    verified ? 'Established:' : 'Checks:',
    ...checks
      .filter(isExamined)
      .map(({ name, ok, message }) =>
        hanging(`  ${ok ? 'ok     ' : colours.bad('REFUSED')}  ${name.padEnd(14)} `, 26, message),
      ),
    '',
    'Not established:',
    ...notEstablished.map(line => hanging('  - ', 4, line)),
    '',
    verified ? colours.strong(`Verified. Trust: ${trust}`) : colours.bad('Not verified.'),
  ].join('\n')}\n`
}
