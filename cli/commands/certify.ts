/** `assay keygen`, `certify`, `verify`, `witness` and `revoke`: their options and their help. */
import { InvalidArgumentError, Option } from 'commander'
import type { CertifyFlags } from '../certify/certify.ts'
import type { RevokeFlags, WitnessFlags } from '../certify/witness.ts'
import type { Declare } from '../options/declare.ts'
import { allowWords, allowWrite, each, wholeNumber } from '../options/option-values.ts'
import type { VerifyFlags } from '../verify/verify.ts'

export const keygenCommand: Declare = (program, io, done) => {
  program
    .command('keygen')
    .summary('make a key pair for certification')
    .description('Writes assay.key (private, PKCS 8, Ed25519, mode 600) and assay.pub, and prints the id of the key.')
    .option('-o, --out <dir>', 'where to write', '.')
    .addHelpText(
      'after',
      '\nExample:\n  assay keygen --out keys\n\nExit status: 0 written, 2 usage, or a key exists already.\n',
    )
    .action(async ({ out }: { out: string }) => {
      const { writeKeys } = await import('../certify/keys.ts')
      const { privateFile, publicFile, id } = writeKeys(out)
      io.out(`wrote ${privateFile} (private: keep it secret) and ${publicFile}\nkey ${id}\n`)
      done(0)
    })
}

export const certifyCommand: Declare = (program, io, done) => {
  program
    .command('certify')
    .summary('make a complete run and sign it as a bundle')
    .description(
      'Judges every requirement of the profile that the statement names and writes a bundle: statement, report, evidence, ' +
        'page, certificate and a signed attestation. First lists what cannot be judged. Beyond reading, it ' +
        'does only what the target file allows.',
    )
    .requiredOption('-t, --target <file>', 'target file of the deployment')
    .option('--statement <file>', "the vendor's statement, YAML or JSON (assay init --statement writes one)")
    .option('--renew <bundle>', 'take the statement of this bundle, and show what has changed since')
    .requiredOption('--key <file>', 'private key (assay keygen)')
    .option('-o, --out <dir>', 'folder for the bundle', 'assay-bundle')
    .option('--valid-days <n>', 'how long the certificate is valid', validDays, 365)
    .addOption(new Option('--budget <size>', 'how much to try').choices(['standard', 'thorough']).default('standard'))
    .option('--seed <n>', 'seed of everything random', wholeNumber, 1)
    .option('--allow <words>', 'allow more than the target file does: write', allowWrite)
    .option('--badge <file>', 'write a badge for a README there as well')
    .option('--force', 'overwrite what an earlier certification wrote to that folder, signed or not')
    .option('--dry-run', 'list what cannot be judged and stop; send nothing')
    .option('--verbose', 'list what was observed, left behind, not covered and not applicable')
    .addHelpText('after', certifyExamples)
    .action(async (flags: CertifyFlags) => {
      const { certify } = await import('../certify/certify.ts')
      done(await certify(flags, io))
    })
}

const certifyExamples = `
Examples:
  assay certify --target ours.yaml --statement statement.yaml --key keys/assay.key
  assay certify --target ours.yaml --renew assay-bundle --key keys/assay.key \\
    --out assay-bundle-2

There are no filters and no baseline: a certificate is about the whole profile.

Exit status: 0 certified; 1 not conformant, or the target could not be reached:
everything is written but the certificate and the attestation; 2 usage;
130 interrupted.
`

export const verifyCommand: Declare = (program, io, done) => {
  program
    .command('verify')
    .summary('verify a bundle from its evidence, trusting no summary')
    .description(
      'Checks signature, digests and expiry; computes applicability, every verdict, every count and the page again from ' +
        'the evidence; and says what that establishes and what it does not.',
    )
    .argument('<bundle>', 'the folder of a bundle')
    .requiredOption('--key <pub>', "the vendor's public key")
    .option('--witness <pub>', 'public key of a witness whom you trust (repeatable)', each)
    .option('--revocations <file>', 'a signed revocation list')
    .option('--revocation-key <pub>', "whose signature the revocation list carries (default: the vendor's)")
    .option('--replay <k>', 'judge k requirements again, live, drawn at random', wholeNumber)
    .option('-t, --target <file>', 'target file for --replay')
    .option('--allow <words>', 'for --replay: write, or write,destructive', allowWords)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', verifyExamples)
    .action(async (folder: string, flags: VerifyFlags) => {
      const { verify } = await import('../verify/verify.ts')
      done(await verify(folder, flags, io))
    })
}

const verifyExamples = `
Examples:
  assay verify assay-bundle --key assay.pub
  assay verify assay-bundle --key assay.pub --replay 20 --target product.yaml
  assay verify assay-bundle --key assay.pub --witness lab.pub --json

Trust: self-tested, replayed (--replay), witnessed (--witness).

Exit status: 0 verified, 1 not, 2 usage.
`

export const witnessCommand: Declare = (program, io, done) => {
  program
    .command('witness')
    .summary('add a second signature to a bundle, by a party that made the run too')
    .description(
      'Verifies a bundle as assay verify does and adds a second signature over the same attestation. Only for a party that ran ' +
        'Assay against the product too: --run compares the verdicts of that run first.',
    )
    .argument('<bundle>', 'the folder of a bundle')
    .requiredOption('--key <file>', 'private key of the witness')
    .option('--vendor-key <pub>', "the vendor's public key, to check the first signature as well")
    .option('--run <dir>', 'folder of your own run: it has to have the same verdicts')
    .addHelpText(
      'after',
      '\nExample:\n  assay witness assay-bundle --key lab/assay.key --vendor-key assay.pub --run our-run\n\nExit status: 0 signed, 1 the bundle does not verify or the runs differ, 2 usage.\n',
    )
    .action(async (folder: string, flags: WitnessFlags) => {
      const { witness } = await import('../certify/witness.ts')
      done(await witness(folder, flags, io))
    })
}

export const revokeCommand: Declare = (program, io, done) => {
  program
    .command('revoke')
    .summary('put a bundle, or a key, on a signed revocation list')
    .description('Adds an entry to a revocation list and signs it anew. verify and listing refuse what is on it.')
    .argument('[bundle]', 'the folder of the bundle that is no longer valid')
    .option('--revoked-key <pub>', 'revoke everything that this key signed, in place of one bundle')
    .requiredOption('--key <file>', 'private key that signs the list')
    .requiredOption('--list <file>', 'the list; written where there is none yet')
    .requiredOption('--reason <text>', 'why')
    .addHelpText(
      'after',
      "\nExample:\n  assay revoke assay-bundle --key keys/assay.key --list revoked.json \\\n    --reason 'withdrawn: replaced by 4.2.2'\n\nExit status: 0 written, 2 usage.\n",
    )
    .action(async (folder: string | undefined, flags: RevokeFlags) => {
      const { revokeBundle } = await import('../certify/witness.ts')
      done(await revokeBundle(folder, flags, io))
    })
}

function validDays(text: string): number {
  const days = wholeNumber(text)
  if (days < 1 || days > 3650) throw new InvalidArgumentError('It has to be from 1 to 3650.')
  return days
}
